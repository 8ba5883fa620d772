import type { Actor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Caller, Context } from '#platform/context.ts'
import { endSecondFactor } from './end-second-factor.ts'
import { findLogin, lockLogin } from './queries.ts'
import { recordSignIn } from './record-sign-in.ts'
import { deleteAuthenticator } from './store.ts'

/** Removes the authenticator app of the own login; the last second factor turns two-step verification off. Refuses: not_found. */
export async function removeAuthenticator(
  context: Context,
  _caller: Caller,
  _input: unknown,
  actor: Actor | undefined,
): Promise<null> {
  if (!actor) return refuse('not_signed_in')
  const { loginId } = actor
  return context.database.auth(async (tx) => {
    await lockLogin(tx, loginId)
    if (!(await deleteAuthenticator(tx, loginId))) refuse('not_found')
    const login = await findLogin(tx, loginId)
    tx.afterCommit(() => recordSignIn(context, login, 'authenticator.removed'))
    await endSecondFactor(tx, context, login, 'authenticator_removed')
    return null
  })
}
