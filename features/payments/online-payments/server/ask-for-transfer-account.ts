import type { askForTransferAccount as contract } from '#features/payments/online-payments/contract.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { addAccountJob } from '#platform/db/payments.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findOffer, findPayer, getTransferAccount } from './queries.ts'
import { insertAskedAccount } from './store.ts'

/** A job asks the provider once this has committed. Refuses: not_permitted, online_payments_off, member_not_active. */
export async function askForTransferAccount(
  tx: Tx,
  actor: TenantActor,
  _input: unknown,
  context: Context,
): Promise<Replied<typeof contract>> {
  if (actor.role !== 'member') return refuse('not_permitted')
  const offer = await findOffer(tx, context)
  if (!offer?.provider.openAccount) return refuse('online_payments_off')
  const { status } = await findPayer(tx, actor.memberId)
  if (status !== 'active') refuse('member_not_active')

  // From here on it must succeed.
  const { provider, subaccount } = offer
  const account = { provider: provider.name, subaccount: provider.needsSubaccount ? subaccount : null }
  if (await insertAskedAccount(tx, actor, account)) await addAccountJob(tx, context.paymentsWaiting)
  return getTransferAccount(tx, actor, {}, context)
}
