import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { confirmAuthenticator as contract } from '#features/access/login/second-factors.ts'
import type { Actor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Caller, Context } from '#platform/context.ts'
import { stepOfCode, unsealAuthenticatorKey } from '#platform/credentials/authenticator.ts'
import { findLogin, lockAuthenticator, lockLogin } from './queries.ts'
import { recordSignIn } from './record-sign-in.ts'
import { confirmAuthenticator as confirm } from './store.ts'
import { notifyOfFactor } from './notify-of-factor.ts'

/**
 * Adds the authenticator app to the own login with a first code; beside a passkey the recovery codes stay as they are.
 * Refuses: authenticator_not_started, second_factor_exists, second_factor_code_wrong.
 */
export async function confirmAuthenticator(
  context: Context,
  _caller: Caller,
  { code }: Parsed<typeof contract>,
  actor: Actor | undefined,
): Promise<Replied<typeof contract>> {
  if (!actor) return refuse('not_signed_in')
  const { database, secret, now } = context
  const { loginId, sessionId } = actor
  return database.auth(async (tx) => {
    await lockLogin(tx, loginId)
    const login = await findLogin(tx, loginId)
    const authenticator = (await lockAuthenticator(tx, loginId)) ?? refuse('authenticator_not_started')
    if (authenticator.confirmedAt) refuse('second_factor_exists')
    const step =
      stepOfCode(unsealAuthenticatorKey(secret, loginId, authenticator.sealedKey), code.replaceAll(/\s/g, ''), now) ??
      refuse('second_factor_code_wrong', { field: 'code' })

    // From here on it must succeed.
    await confirm(tx, loginId, step)
    tx.afterCommit(() => recordSignIn(context, login, 'authenticator.added'))
    return notifyOfFactor(tx, context, login, sessionId, 'authenticator')
  })
}
