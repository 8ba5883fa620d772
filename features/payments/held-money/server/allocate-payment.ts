import type { allocatePayment as contract } from '#features/payments/online-payments/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { moneyText, sumKobo } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findPayment, lockPayment } from '#features/payments/online-payments/server/queries.ts'
import { allocateHeldMoney } from './allocate-held-money.ts'
import { findEntryOfPayment } from './queries.ts'

/** Allocates the whole of an online payment that is held. Refuses: payment_not_unallocated, payment_lines_differ, and what `allocateHeldMoney` refuses. */
export async function allocatePayment(
  tx: Tx,
  actor: TenantActor,
  { paymentId, memberId, lines }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  if (actor.role === 'member') return refuse('for_officers_only')
  const { status, received } = await lockPayment(tx, paymentId)
  const entryId = await findEntryOfPayment(tx, paymentId)
  if (status !== 'unallocated' || received === null || !entryId) return refuse('payment_not_unallocated')
  if (sumKobo(lines.map(({ amount }) => amount)) !== received)
    refuse('payment_lines_differ', { field: 'lines', received: moneyText(received) })
  await allocateHeldMoney(tx, actor, { entryId, memberId, lines }, context)
  return findPayment(tx, paymentId)
}
