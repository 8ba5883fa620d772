import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '#app/web/App.tsx'
import { installation, watchInstallation } from '#ui/pwa/installation.ts'
import { watchBack } from '#ui/router/layers.ts'
import { session } from '#ui/session/session.ts'
import { toast } from '#ui/toast.ts'
import '#ui/tokens.css'
import '#ui/base.css'
import { restoredUser } from './accounts.ts'
import { Mark } from './Mark.tsx'
import { Start } from './Start.tsx'
import { followCurrentUser, loadUsers } from './storage.ts'

/** Puts who is signed in back as the demonstration's rules say, before the app reads it. */
function restoreSession() {
  const storage = sessionStorage.getItem('auth_token') === null ? localStorage : sessionStorage
  const user = restoredUser(storage.getItem('user_data'), storage.getItem('auth_token'), loadUsers(localStorage))
  if (user) for (const key of ['user_data', 'user']) storage.setItem(key, JSON.stringify(user))
  else for (const key of ['auth_token', 'refresh_token', 'user_data', 'user']) storage.removeItem(key)
}

const follow = () => followCurrentUser(localStorage, session.accessToken())

// Without a service worker it would not start without a network, as the offers to install promise.
localStorage.setItem('install', 'declined')
installation.ask = async () => {
  toast('The demonstration stays in the browser; the real product can be installed.')
  return true
}
restoreSession()
watchInstallation()
watchBack()
follow()
session.subscribe(follow)

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    {location.pathname === '/' ? <Start /> : <App />}
    <Mark />
  </StrictMode>,
)
