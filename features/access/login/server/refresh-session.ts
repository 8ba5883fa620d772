import type { refreshSession as contract } from '#features/access/login/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { dayIn } from '#core/calendar.ts'
import { officeOn } from '#features/access/login/rules/office.ts'
import { Refusal } from '#core/refusal.ts'
import { accessLifetime, refreshLifetimes, refreshOverlap } from '#features/access/login/rules/session.ts'
import type { Caller, Context } from '#platform/context.ts'
import { newSalt, successors, tokenHash } from '#platform/credentials/tokens.ts'
import type { Tx } from '#platform/db/tx.ts'
import { lockSessionByRefresh, type RefreshRow } from './queries.ts'
import { endSession, rotateSession } from './store.ts'

/** Exchanges a refresh token. One that was spent before ends its session: somebody else holds a copy. */
export async function refreshSession(
  { database, now, log }: Context,
  _caller: Caller,
  { refreshToken }: Parsed<typeof contract>,
): Promise<Replied<typeof contract> | Refusal> {
  return database.auth(async (tx) => {
    const session = await lockSessionByRefresh(tx, tokenHash(refreshToken))
    if (!session || session.endedAt || session.expiresAt <= now || hasLostOffice(session, now))
      return new Refusal('session_expired')
    if (session.standing === 'current') {
      return session.refreshExpiresAt > now ? rotate(tx, session, refreshToken, now) : new Refusal('session_expired')
    }
    if (session.standing === 'previous' && session.rotationSalt && isWithinOverlap(session, now)) {
      const tokens = successors(refreshToken, session.rotationSalt)
      return { ...tokens, token: tokens.accessToken }
    }
    // Returned, not thrown: the end of the session must be kept.
    log.warn({ sessionId: session.sessionId }, 'a spent refresh token came back; its session was ended')
    await endSession(tx, session.sessionId, 'refresh_reused')
    return new Refusal('session_expired')
  })
}

/** An officer's session is not carried on past their office. */
function hasLostOffice(session: RefreshRow, now: Date): boolean {
  return session.role === 'coop_admin' && officeOn(session, dayIn(now)) === undefined
}

function isWithinOverlap({ rotatedAt }: RefreshRow, now: Date): boolean {
  return rotatedAt !== null && now.getTime() - rotatedAt.getTime() <= refreshOverlap
}

async function rotate(tx: Tx, session: RefreshRow, refreshToken: string, now: Date): Promise<Replied<typeof contract>> {
  const salt = newSalt()
  const tokens = successors(refreshToken, salt)
  const { idle } = refreshLifetimes(session.role, session.keep)
  const until = (milliseconds: number) => new Date(Math.min(now.getTime() + milliseconds, session.expiresAt.getTime()))
  await rotateSession(tx, session.sessionId, {
    accessHash: tokenHash(tokens.accessToken),
    accessExpiresAt: until(accessLifetime),
    refreshHash: tokenHash(tokens.refreshToken),
    refreshExpiresAt: until(idle),
    salt,
  })
  return { ...tokens, token: tokens.accessToken }
}
