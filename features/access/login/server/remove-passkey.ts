import type { Parsed } from '#core/contract/endpoint.ts'
import type { removePasskey as contract } from '#features/access/login/second-factors.ts'
import type { Actor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Caller, Context } from '#platform/context.ts'
import { endSecondFactor } from './end-second-factor.ts'
import { findLogin, lockLogin } from './queries.ts'
import { recordSignIn } from './record-sign-in.ts'
import { deletePasskey } from './store.ts'

/** Removes a passkey of the own login; the last second factor turns two-step verification off. Refuses: not_found. */
export async function removePasskey(
  context: Context,
  _caller: Caller,
  { passkeyId }: Parsed<typeof contract>,
  actor: Actor | undefined,
): Promise<null> {
  if (!actor) return refuse('not_signed_in')
  const { loginId } = actor
  return context.database.auth(async (tx) => {
    await lockLogin(tx, loginId)
    if (!(await deletePasskey(tx, loginId, passkeyId))) refuse('not_found')
    const login = await findLogin(tx, loginId)
    tx.afterCommit(() => recordSignIn(context, login, 'passkey.removed'))
    await endSecondFactor(tx, context, login, 'passkey_removed')
    return null
  })
}
