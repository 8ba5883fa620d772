import type { reverseRescheduling as contract } from '#features/loans/loans/reschedulings.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { isSelf, type TenantActor } from '#core/actor.ts'
import { dayText } from '#core/calendar.ts'
import { changeBetween, eventsOf, planOfLoan, runningLoan } from '#features/loans/loans/rules/running-loan.ts'
import { Refusal, refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { lockRunningLoan } from '#features/loans/running-loans/server/lock-running-loan.ts'
import { reallocateLoan } from '#features/loans/running-loans/server/reallocate-loan.ts'
import { saveLoans } from '#features/loans/running-loans/server/save-loans.ts'
import { findRunningLoan } from '#features/loans/running-loans/server/queries.ts'
import { getLoan } from '#features/loans/details/server/queries.ts'
import { findRescheduling } from './queries.ts'
import { markReschedulingReversed, updateRescheduledOn } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** Takes the latest terms back; the loan is the one that was. Refuses: not_found, rescheduling_reversed, rescheduling_followed, loan_written_off, own_loan. */
export async function reverseRescheduling(
  tx: Tx,
  actor: TenantActor,
  { loanId, reschedulingId, reason }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const loan = await lockRunningLoan(tx, loanId)
  const { on, status, reversedBy, isFollowed } = await findRescheduling(tx, loanId, reschedulingId)
  if (status === 'reversed') refuse('rescheduling_reversed', { by: reversedBy ?? '' })
  if (loan.status === 'written_off') refuse('loan_written_off')
  if (isSelf(actor, loan.memberId)) refuse('own_loan')
  if (isFollowed) refuse('rescheduling_followed')
  const restarts = loan.restarts.filter((restart) => restart.on !== on)
  const after = runningLoan(planOfLoan({ ...loan, restarts }), eventsOf(loan.movements))
  if (after instanceof Refusal) throw after

  // From here on it must succeed.
  await markReschedulingReversed(tx, actor, reschedulingId, reason)
  await reallocateLoan(tx, actor, loan, changeBetween(loan.before, after), context)
  await saveLoans(tx, actor, [{ loan, after, accountId: loan.accountId ?? refuse('not_found') }])
  await updateRescheduledOn(tx, loanId, restarts.at(-1)?.on ?? null)
  notifyMembers(tx, actor.cooperativeId, [
    {
      memberId: loan.memberId,
      message: fill(strings.theNewTermsOfYour, { loanConfig: loan.loanConfig, reason }),
      type: 'warning',
      link: '/member/loans',
    },
  ])
  return getLoan(tx, actor, { loanId }, context)
}

/** “Take back the new terms of 3 Feb 2026, Regular loan of Ada Obi. Reason: …” */
export async function describeReversedTerms(
  tx: Tx,
  _actor: TenantActor,
  { loanId, reschedulingId, reason }: Parsed<typeof contract>,
): Promise<Change> {
  const { loanConfig, memberName, memberId } = await findRunningLoan(tx, loanId)
  const { on } = await findRescheduling(tx, loanId, reschedulingId)
  return {
    description: fill(strings.takeBackTheNewTerms, { on: dayText(on), loanConfig, memberName, reason }),
    memberId,
    ownMemberId: memberId,
  }
}
