import type { allocateHeldMoney as contract } from '#features/payments/held-money/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn, periodOf } from '#core/calendar.ts'
import { sumKobo } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { payFromHeldMoney } from '#features/savings/transactions/server/reads.ts'
import { saveAllocation } from '#features/payments/online-payments/server/save-allocation.ts'
import { postLines } from '#features/payments/online-payments/server/post-lines.ts'
import { findPaymentAccounts } from '#features/payments/online-payments/server/queries.ts'
import { findHeldMoney, takeHeldMoney } from './queries.ts'
import { insertAllocations } from './store.ts'

/**
 * Posts held money to the accounts of a member, as if they paid it in that day; the reversal of what was posted holds it again.
 * Refuses: what `takeHeldMoney` and the lines refuse.
 */
export async function allocateHeldMoney(
  tx: Tx,
  actor: TenantActor,
  { entryId, line, memberId, lines, occurredOn }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  if (actor.role === 'member') return refuse('for_officers_only')
  const { now } = context
  const amount = sumKobo(lines.map((each) => each.amount))
  const on = occurredOn ?? dayIn(now)
  const found = await takeHeldMoney(tx, actor, { entryId, line }, { amount, on, field: 'lines' }, now)
  const { unallocated } = await findPaymentAccounts(tx)
  await payFromHeldMoney(tx)
  await postLines(
    tx,
    actor,
    {
      memberId,
      on,
      through: unallocated,
      lines: lines.map(({ kind, amount, accountTypeId = null, loanId = null, period = periodOf(on) }) => ({
        kind,
        amount,
        accountTypeId,
        loanId,
        period: kind === 'contribution' ? period : null,
      })),
    },
    context,
  )
  await insertAllocations(tx, actor, found)
  const { paymentId } = found
  if (paymentId !== null) await saveAllocation(tx, actor, paymentId, amount === found.left)
  return findHeldMoney(tx, { entryId, line }, now)
}
