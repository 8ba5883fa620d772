import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { watchInstallation } from './pwa/installation.ts'
import { registerWorker } from './pwa/worker.ts'
import './ui/tokens.css'
import './ui/base.css'

// A deployment replaces the files of the old version; a tab that still asks for one of them starts afresh, once.
window.addEventListener('vite:preloadError', (event) => {
  const last = Number(sessionStorage.getItem('reloaded_at'))
  if (Date.now() - last < 10_000) return
  event.preventDefault()
  sessionStorage.setItem('reloaded_at', String(Date.now()))
  location.reload()
})

watchInstallation()
registerWorker()

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
