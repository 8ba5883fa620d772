import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { proveIdentity as contract } from '#features/access/login/second-factors.ts'
import type { Actor } from '#core/actor.ts'
import { accessLifetime } from '#features/access/login/rules/session.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import type { Caller, Context } from '#platform/context.ts'
import { newToken, tokenHash } from '#platform/credentials/tokens.ts'
import { checkCode } from './check-code.ts'
import { checkPasskey } from './check-passkey.ts'
import { checkPassword } from './check-password.ts'
import { findLogin } from './queries.ts'
import { recordSignIn } from './record-sign-in.ts'
import { recordProof, replaceAccessToken } from './store.ts'

/** Takes the password, a code or a passkey from the person behind a session, and gives it another access token: a copy of the one before proves nothing. Refuses: current_password_wrong, account_locked, whatever checkCode and checkPasskey refuse. */
export async function proveIdentity(
  context: Context,
  caller: Caller,
  { password, code, passkey }: Parsed<typeof contract>,
  actor: Actor | undefined,
): Promise<Replied<typeof contract> | Refusal> {
  if (!actor) return refuse('not_signed_in')
  const { database, now } = context
  const login = await database.auth((tx) => findLogin(tx, actor.loginId))
  if (password !== undefined) {
    const wrong = { code: 'current_password_wrong', field: 'password' } as const
    await checkPassword(context, caller, login, {
      identifier: login.loginId,
      password,
      cost: login.kind === 'member' ? 'member' : 'officer',
      unknown: 'current_password_wrong',
      wrong,
    })
  }
  return database.auth(async (tx) => {
    const refusal = code === undefined ? undefined : await checkCode(tx, context, caller, login, code)
    if (refusal) return refusal
    const refused =
      passkey &&
      (await checkPasskey(tx, context, caller, login, passkey, { purpose: 'step_up', boundTo: actor.sessionId }))
    if (refused) return refused
    const accessToken = newToken()
    await recordProof(tx, actor.sessionId, now)
    await replaceAccessToken(tx, actor.sessionId, tokenHash(accessToken), new Date(now.getTime() + accessLifetime))
    tx.afterCommit(() => recordSignIn(context, login, 'identity.confirmed', actor.cooperativeId))
    return { accessToken }
  })
}
