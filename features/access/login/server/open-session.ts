import type { Role } from '#core/actor.ts'
import type { CooperativeId, LoginId, MemberId, SessionId, SupportAccessId } from '#core/ids.ts'
import { accessLifetime, refreshLifetimes, trustedDeviceLifetime } from '#features/access/login/rules/session.ts'
import type { Caller } from '#platform/context.ts'
import { newToken, tokenHash } from '#platform/credentials/tokens.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insertSession, trustDevice } from './store.ts'

export type Tokens = { accessToken: string; refreshToken: string }

export type SessionFor = {
  loginId: LoginId
  role: Role
  cooperativeId: CooperativeId | null
  memberId: MemberId | null
  keepSignedIn: boolean
  /** The session that this one replaces: its sign-in is carried on, and its absolute end stays. */
  replaces?: { sessionId: SessionId; expiresAt: Date }
  /** Access that ends on a day of its own: its session is not renewed. */
  supportAccess?: { id: SupportAccessId; expiresAt: Date }
}

/** Opens a session and makes the caller's browser a known device of this login. */
export async function openSession(tx: Tx, caller: Caller, now: Date, wanted: SessionFor): Promise<Tokens> {
  const tokens = { accessToken: newToken(), refreshToken: newToken() }
  const { idle, absolute } = refreshLifetimes(wanted.role, wanted.keepSignedIn)
  const after = (milliseconds: number) => new Date(now.getTime() + milliseconds)
  const { supportAccess } = wanted
  const expiresAt = supportAccess?.expiresAt ?? wanted.replaces?.expiresAt ?? after(absolute)
  const until = (milliseconds: number) => new Date(Math.min(after(milliseconds).getTime(), expiresAt.getTime()))
  await insertSession(tx, {
    sessionId: newId<SessionId>(),
    loginId: wanted.loginId,
    role: wanted.role,
    cooperativeId: wanted.cooperativeId,
    memberId: wanted.memberId,
    supportAccessId: supportAccess?.id ?? null,
    keep: wanted.keepSignedIn,
    accessHash: tokenHash(tokens.accessToken),
    accessExpiresAt: supportAccess ? expiresAt : until(accessLifetime),
    refreshHash: tokenHash(tokens.refreshToken),
    refreshExpiresAt: supportAccess ? now : until(idle),
    expiresAt,
    replaces: wanted.replaces?.sessionId,
    device: caller.agent,
  })
  const device = caller.device ?? newToken()
  await trustDevice(tx, wanted.loginId, tokenHash(device), after(trustedDeviceLifetime))
  caller.trust(device)
  return tokens
}
