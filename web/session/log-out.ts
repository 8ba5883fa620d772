import { newKey } from '#web/api/new-key.ts'
import { session } from './session.ts'

/** Ends the session here at once; the server is told without waiting, and its failure changes nothing. */
export function logOut(why: 'logout' | 'inactivity' = 'logout') {
  const token = session.accessToken()
  session.close(why)
  if (token === null) return
  fetch('/api/cooperatives/logout', { method: 'POST', headers: { Authorization: `Bearer ${token}`, 'Idempotency-Key': newKey() }, keepalive: true }).catch(() => {
    // Logged out here all the same; the token dies of age within 15 minutes.
  })
}
