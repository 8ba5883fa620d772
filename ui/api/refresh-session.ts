import { type EndOfSession, session } from '#ui/session/session.ts'
import { networkFailure } from './api-error.ts'
import { newKey } from './new-key.ts'

let running: Promise<boolean> | undefined

/**
 * Exchanges the refresh token once, however many calls and tabs ask: a refresh token works one time, and a spent one
 * ends the session. Answers whether there is now another access token than the refused one.
 */
export function refreshSession(refused: string | null): Promise<boolean> {
  running ??= alone(() => exchange(refused)).finally(() => {
    running = undefined
  })
  return running
}

function alone(work: () => Promise<boolean>): Promise<boolean> {
  // Locks reach over tabs; they are missing where the page came over plain http.
  return 'locks' in navigator && navigator.locks ? navigator.locks.request('ajose-refresh', work) : work()
}

async function exchange(refused: string | null): Promise<boolean> {
  const current = session.accessToken()
  if (current !== refused) return current !== null
  const refreshToken = session.refreshToken()
  if (refreshToken === null) return end('expired')

  let response: Response
  try {
    response = await fetch('/api/cooperatives/refresh-token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': newKey() },
      body: JSON.stringify({ refreshToken }),
      signal: AbortSignal.timeout(30_000),
    })
  } catch {
    throw networkFailure()
  }
  const data = response.ok
    ? ((await response.json()) as { data: { accessToken?: string; token?: string; refreshToken: string } }).data
    : undefined
  // Meanwhile they may have left, and another come: the answer is about a session that is over here.
  if (session.refreshToken() !== refreshToken) return session.accessToken() !== null
  if (data) {
    session.renew({ accessToken: data.accessToken ?? data.token ?? '', refreshToken: data.refreshToken })
    return true
  }
  // Only a plain no ends the session; a busy server or a bad line does not.
  return response.status === 429 || response.status >= 500 ? false : end('expired')
}

function end(why: EndOfSession): false {
  session.close(why)
  return false
}
