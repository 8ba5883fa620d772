import type { repayLoan as contract } from '#contract/loans.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { dayIn } from '#domain/calendar.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { moveLoan } from './move-loan.ts'
import { getLoan } from './queries.ts'
import { holdRunningLoan } from './hold-running-loan.ts'

/** Records a repayment. Refuses: loan_not_active, loan_nothing_owed, repaid_above_owed, and what any movement refuses. */
export async function repayLoan(tx: Tx, actor: TenantActor, { loanId, amount, on, from, paidThrough }: Parsed<typeof contract>, context: Context): Promise<Replied<typeof contract>> {
  const held = await holdRunningLoan(tx, loanId)
  if (held.status === 'completed') refuse('loan_nothing_owed')
  if (held.status !== 'active') refuse('loan_not_active')
  await moveLoan(tx, actor, held, { kind: 'repayment', amount, on: on ?? dayIn(context.now), way: from ?? 'cash', paidThrough }, context)
  return getLoan(tx, actor, { loanId }, context)
}
