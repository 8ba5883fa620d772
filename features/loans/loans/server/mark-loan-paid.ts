import type { markLoanPaid as contract } from '#features/loans/loans/loan-money.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import { settlementOn } from '#features/loans/loans/rules/settlement.ts'
import { eventsOf, isRepaid, planOfLoan } from '#features/loans/loans/rules/running-loan.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { moveLoan } from './move-loan.ts'
import { getLoan } from '#features/loans/details/server/queries.ts'
import { lockRunningLoan } from '#features/loans/running-loans/server/lock-running-loan.ts'

/** Settles a running loan today by what its quote says. Refuses: loan_not_active, loan_written_off, loan_nothing_owed, and what any movement refuses. */
export async function markLoanPaid(
  tx: Tx,
  actor: TenantActor,
  { loanId, from, paidThrough }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const held = await lockRunningLoan(tx, loanId)
  if (held.status === 'completed') refuse('loan_nothing_owed')
  if (held.status === 'written_off') refuse('loan_written_off')
  if (held.status !== 'active') refuse('loan_not_active')
  const on = dayIn(context.now)
  const amount = settlementOn(planOfLoan(held), eventsOf(held.movements), on)
  if (isRepaid(held.before)) refuse('loan_nothing_owed')
  await moveLoan(
    tx,
    actor,
    held,
    { kind: 'repayment', amount, on, way: from ?? 'cash', paidThrough, anotherPayment: true },
    context,
  )
  return getLoan(tx, actor, { loanId }, context)
}
