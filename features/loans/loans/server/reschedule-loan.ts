import type {
  previewRescheduling as previewContract,
  rescheduleLoan as contract,
} from '#features/loans/loans/reschedulings.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { isSelf, type TenantActor } from '#core/actor.ts'
import { dayIn, dayText } from '#core/calendar.ts'
import { millionths } from '#core/percent.ts'
import type { ReschedulingId } from '#core/ids.ts'
import { instalmentsInWords } from '#features/loans/loans/rules/repaid-every.ts'
import { rescheduled, type Rescheduled, stillToPay } from '#features/loans/loans/rules/rescheduling.ts'
import { eventsOf } from '#features/loans/loans/rules/running-loan.ts'
import { moneyText } from '#core/money.ts'
import { Refusal, refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { lockRunningLoan, refuseDay } from '#features/loans/running-loans/server/lock-running-loan.ts'
import { findRunningLoan, type LockedRunningLoan } from '#features/loans/running-loans/server/queries.ts'
import { saveLoans } from '#features/loans/running-loans/server/save-loans.ts'
import { getLoan } from '#features/loans/details/server/queries.ts'
import { insertRescheduling, updateRescheduledOn } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** What is still to pay by the terms of today and by new ones; nothing is changed. Refuses what rescheduling refuses. */
export async function previewRescheduling(
  tx: Tx,
  _actor: TenantActor,
  asked: Parsed<typeof previewContract>,
  context: Context,
): Promise<Replied<typeof previewContract>> {
  const { restart, after, before, outstanding, interestOwed } = planRescheduling(
    await findRunningLoan(tx, asked.loanId),
    asked,
    context,
  )
  const { on, firstDueOn, annualRatePpm } = restart
  return {
    on,
    firstDueOn,
    annualRatePercent: annualRatePpm / 10_000,
    outstanding,
    interestOwed,
    before: stillToPay(before),
    after: stillToPay(after),
  }
}

/**
 * Gives a running loan new terms. No money moves, so nothing is posted: the schedule is worked out again. Refuses: not_found,
 * loan_not_active, loan_written_off, own_loan, reschedule_fixed_price, reschedule_not_all_paid_out, reschedule_too_early,
 * reschedule_first_due_too_early, reschedule_moves_payments, reschedule_unchanged, dates out of reach.
 */
export async function rescheduleLoan(
  tx: Tx,
  actor: TenantActor,
  asked: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const loan = await lockRunningLoan(tx, asked.loanId)
  const { restart, after, outstanding, interestOwed } = planRescheduling(loan, asked, context)
  if (isSelf(actor, loan.memberId)) refuse('own_loan')

  // From here on it must succeed.
  await insertRescheduling(tx, actor, {
    id: newId<ReschedulingId>(),
    loan,
    restart,
    outstanding,
    interestOwed,
    reason: asked.reason,
  })
  await saveLoans(tx, actor, [{ loan, after, accountId: loan.accountId ?? refuse('loan_not_active') }])
  await updateRescheduledOn(tx, loan.loanId, restart.on)
  notifyMembers(tx, actor.cooperativeId, [
    {
      memberId: loan.memberId,
      type: 'warning',
      link: '/member/loans',
      message: fill(strings.yourLoanHasNewTerms, {
        loanConfig: loan.loanConfig,
        outstanding: moneyText(outstanding),
        instalments: instalmentsInWords(restart.instalments, loan.repaidEvery),
        annualRate: restart.annualRatePpm / 10_000,
        firstDueOn: dayText(restart.firstDueOn),
        reason: asked.reason,
      }),
    },
  ])
  return getLoan(tx, actor, { loanId: loan.loanId }, context)
}

/** “New terms for the Regular loan of Ada Obi: 12 monthly instalments from 1 Dec 2026. Reason: …” */
export async function describeRescheduling(
  tx: Tx,
  _actor: TenantActor,
  asked: Parsed<typeof contract>,
  context: Context,
): Promise<Change> {
  const loan = await findRunningLoan(tx, asked.loanId)
  const { restart, outstanding } = planRescheduling(loan, asked, context)
  return {
    description: fill(strings.newTermsForTheLoan, {
      loanConfig: loan.loanConfig,
      memberName: loan.memberName,
      outstanding: moneyText(outstanding),
      instalments: instalmentsInWords(restart.instalments, loan.repaidEvery),
      annualRate: restart.annualRatePpm / 10_000,
      firstDueOn: dayText(restart.firstDueOn),
      reason: asked.reason,
    }),
    memberId: loan.memberId,
    ownMemberId: loan.memberId,
  }
}

function planRescheduling(
  loan: LockedRunningLoan,
  { instalments, on, firstDueOn, annualRatePercent }: Omit<Parsed<typeof previewContract>, 'loanId'>,
  { now }: Pick<Context, 'now'>,
): Rescheduled {
  if (loan.status === 'written_off') refuse('loan_written_off')
  if (loan.status !== 'active') refuse('loan_not_active')
  const day = on ?? dayIn(now)
  refuseDay(loan, day, now)
  const planned = rescheduled(loan, eventsOf(loan.movements), {
    on: day,
    instalments,
    firstDueOn,
    annualRatePpm: annualRatePercent === undefined ? undefined : millionths(annualRatePercent),
  })
  if (planned instanceof Refusal) throw planned
  return planned
}
