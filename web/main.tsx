import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { watchInstallation } from './pwa/installation.ts'
import { readLastAnswers } from './pwa/last-answers.ts'
import { arrived } from './router/place.ts'
import { session } from './session/session.ts'
import { whenSettled } from './ui/idle.ts'
import './ui/tokens.css'
import './ui/base.css'

// A deployment replaces the files of the old version; a tab that still asks for one of them starts afresh, once.
window.addEventListener('vite:preloadError', (event) => {
  // Without a network the file is not old but out of reach, and a fresh start would lose what is typed.
  if (!navigator.onLine) return
  const last = Number(sessionStorage.getItem('reloaded_at'))
  if (Date.now() - last < 10_000) return
  event.preventDefault()
  sessionStorage.setItem('reloaded_at', String(Date.now()))
  location.reload()
})

watchInstallation()
if (session.user() && session.isKept()) void readLastAnswers()
// Drawn before its page's files are here, a loading screen would stay for 300 ms, as React has it, which is longer than they take.
await arrived()
const root = createRoot(document.getElementById('root')!)
// In slices, so that a slow phone answers to the thumb meanwhile.
startTransition(() =>
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
)

// Without its file the app only lacks its offline side, until the next visit.
void whenSettled()
  .then(() => import('./pwa/worker.ts'))
  .then(({ registerWorker }) => registerWorker(), () => undefined)
