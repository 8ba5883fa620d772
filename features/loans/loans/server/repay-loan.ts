import type { repayLoan as contract } from '#features/loans/loans/loan-money.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { recoverWrittenOff } from '#features/loans/write-offs/server/recover-written-off.ts'
import { moveLoan } from './move-loan.ts'
import { getLoan } from '#features/loans/details/server/queries.ts'
import { lockRunningLoan } from '#features/loans/running-loans/server/lock-running-loan.ts'
import type { LoanMove } from '#features/loans/running-loans/server/save-loans.ts'

/** Records a repayment; of a loan that was written off, as income. Refuses: loan_not_active, loan_nothing_owed, repaid_above_owed, recovered_above_written_off, payment_recorded_before, and what any movement refuses. */
export async function repayLoan(
  tx: Tx,
  actor: TenantActor,
  { loanId, amount, on, from, paidThrough, reference, anotherPayment }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const held = await lockRunningLoan(tx, loanId)
  if (held.status === 'completed') refuse('loan_nothing_owed')
  const move: LoanMove = {
    kind: 'repayment',
    amount,
    on: on ?? dayIn(context.now),
    way: from ?? 'cash',
    paidThrough,
    reference,
    anotherPayment,
  }
  if (held.status === 'written_off') {
    await recoverWrittenOff(tx, actor, held, move, context)
    return getLoan(tx, actor, { loanId }, context)
  }
  if (held.status !== 'active') refuse('loan_not_active')
  await moveLoan(tx, actor, held, move, context)
  return getLoan(tx, actor, { loanId }, context)
}
