import type { disburseLoan as contract } from '#features/loans/loans/loan-money.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { isSelf, type TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import { loanStatusLabels } from '#features/loans/loans/rules/loan.ts'
import { kobo, moneyText } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { lockWithSettled } from '#features/loans/top-ups/server/queries.ts'
import { settleWith } from '#features/loans/top-ups/server/settle-with.ts'
import { moveLoan } from './move-loan.ts'
import { getLoan, whyNotPaidOutBy } from '#features/loans/details/server/queries.ts'
import { lockRunningLoan, refuseDay } from '#features/loans/running-loans/server/lock-running-loan.ts'

/**
 * Pays out an approved loan, whole or in parts; what still runs of the loans that it settles is paid first. Refuses: loan_not_approved, own_loan, loan_paid_out_alone, loan_all_disbursed,
 * disbursed_above_principal, loan_upfront_in_parts, first_due_too_early, top_up_not_running, top_up_day_too_early, top_up_above_paid_out, and what any movement refuses.
 */
export async function disburseLoan(
  tx: Tx,
  actor: TenantActor,
  { loanId, on, amount, to, paidThrough, reference, firstDueOn }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const day = on ?? dayIn(context.now)
  const named = await lockWithSettled(tx, loanId)
  const held = await lockRunningLoan(tx, loanId)
  if (held.status !== 'approved' && held.status !== 'active')
    refuse('loan_not_approved', { status: loanStatusLabels[held.status].toLowerCase() })
  if (isSelf(actor, held.memberId)) refuse('own_loan')
  const another = await whyNotPaidOutBy(tx, actor, loanId)
  if (another) throw another
  const left = kobo(held.principal - held.before.disbursed)
  if (left === 0n) refuse('loan_all_disbursed')
  const sum = amount ?? left
  if (sum > left)
    refuse('disbursed_above_principal', {
      field: 'amount',
      principal: moneyText(held.principal),
      disbursed: moneyText(kobo(held.before.disbursed + sum)),
    })
  if (held.interestMethod === 'upfront' && sum !== held.principal)
    refuse('loan_upfront_in_parts', { field: 'amount', principal: moneyText(held.principal) })
  refuseDay(held, day, context.now)
  const loan = held.before.disbursed > 0n ? held : { ...held, startOn: day, firstDueOn: firstDueOn ?? null }
  if (loan.firstDueOn && loan.firstDueOn <= day && held.before.disbursed === 0n)
    refuse('first_due_too_early', { field: 'firstDueOn', start: day })

  await moveLoan(
    tx,
    actor,
    loan,
    {
      kind: 'disbursement',
      amount: sum,
      on: day,
      way: to,
      paidThrough,
      reference,
      settled: await settleWith(tx, named, day),
    },
    context,
  )
  return getLoan(tx, actor, { loanId }, context)
}
