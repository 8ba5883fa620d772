import { newKey } from '#ui/api/new-key.ts'
import { toast } from '#ui/toast.ts'
import { session } from './session.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** Ends the session here at once; the server is told without waiting, and its failure changes nothing. */
export function logOut(why: 'logout' | 'inactivity' = 'logout') {
  const token = session.accessToken()
  session.close(why)
  if (token === null) return
  void fetch('/api/cooperatives/logout', {
    method: 'POST',
    headers: { Authorization: fill(strings.bearerToken, { token }), 'Idempotency-Key': newKey() },
    keepalive: true,
  })
    .then((answer) => answer.ok || answer.status === 401)
    .catch(() => false)
    // Logged out here all the same; a token that the server has not taken back dies of age within 15 minutes.
    .then((done) => done || toast.error(strings.logoutError, { id: 'logout' }))
}
