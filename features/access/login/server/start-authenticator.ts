import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { startAuthenticator as contract } from '#features/access/login/second-factors.ts'
import type { Actor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Caller, Context } from '#platform/context.ts'
import { authenticatorUri, newAuthenticatorKey, sealAuthenticatorKey } from '#platform/credentials/authenticator.ts'
import { checkPassword } from './check-password.ts'
import { findLogin } from './queries.ts'
import { putAuthenticator } from './store.ts'

/** Makes the key for an authenticator app of the own login. Refuses: current_password_wrong, account_locked, second_factor_exists. */
export async function startAuthenticator(
  context: Context,
  caller: Caller,
  { password }: Parsed<typeof contract>,
  actor: Actor | undefined,
): Promise<Replied<typeof contract>> {
  if (!actor) return refuse('not_signed_in')
  const { database, secret } = context
  const login = await database.auth((tx) => findLogin(tx, actor.loginId))
  const { loginId, kind, name } = login
  const wrong = { code: 'current_password_wrong', field: 'password' } as const
  await checkPassword(context, caller, login, {
    identifier: loginId,
    password,
    cost: kind === 'member' ? 'member' : 'officer',
    unknown: 'current_password_wrong',
    wrong,
  })
  const key = newAuthenticatorKey()
  const isPut = await database.auth((tx) => putAuthenticator(tx, loginId, sealAuthenticatorKey(secret, loginId, key)))
  return isPut ? { key, uri: authenticatorUri(key, name) } : refuse('second_factor_exists')
}
