import { isSelf } from '#core/actor.ts'
import { type Day, dayText } from '#core/calendar.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { ReschedulingId } from '#core/ids.ts'
import { moneyText } from '#core/money.ts'
import { millionths } from '#core/percent.ts'
import { Refusal, refusal, refuse } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import { waitingAction } from '#features/access/change-requests/server/waiting-action.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { getLoan } from '#features/loans/details/server/reads.ts'
import * as contract from '#features/loans/loans/reschedulings.ts'
import { instalmentsInWords } from '#features/loans/loans/rules/repaid-every.ts'
import { type Rescheduled, rescheduled, stillToPay } from '#features/loans/loans/rules/rescheduling.ts'
import { changeBetween, eventsOf, planOfLoan, runningLoan } from '#features/loans/loans/rules/running-loan.ts'
import {
  findRunningLoan,
  loanNotActive,
  loanWrittenOff,
  type LockedRunningLoan,
  lockRunningLoan,
  refuseDay,
} from '#features/loans/running-loans/server/reads.ts'
import { reallocateLoan, saveLoans } from '#features/loans/running-loans/server/save-loans.ts'
import { action } from '#platform/action.ts'
import { newId } from '#platform/db/id.ts'
import { clockTime, insert, update } from '#platform/db/write.ts'
import { findRescheduling } from './reads.ts'

const reschedulingReversed = refusal(
  'rescheduling_reversed',
  409,
  'These terms have already been taken back by {by}. Nothing was changed.',
)
const reschedulingFollowed = refusal(
  'rescheduling_followed',
  409,
  'Something has moved on this loan since these terms were given. Reverse that first, the latest first.',
)

/** What is still to pay by the terms of today and by new ones; nothing is changed. Refuses what rescheduling refuses. */
export const previewRescheduling = action(contract.previewRescheduling, async ({ tx, today }, asked) => {
  const loan = await findRunningLoan(tx, asked.loanId)
  const { restart, after, before, outstanding, interestOwed } = planRescheduling(loan, asked, today)
  const { on, firstDueOn, annualRatePpm } = restart
  return {
    ...{ on, firstDueOn, annualRatePercent: annualRatePpm / 10_000, outstanding, interestOwed },
    before: stillToPay(before),
    after: stillToPay(after),
  }
})

/**
 * Gives a running loan new terms. No money moves, so nothing is posted: the schedule is computed again. Refuses: not_found,
 * loan_not_active, loan_written_off, own_loan, reschedule_fixed_price, reschedule_not_all_paid_out, reschedule_too_early,
 * reschedule_first_due_too_early, reschedule_moves_payments, reschedule_unchanged, dates out of reach.
 */
export const rescheduleLoan = waitingAction(
  contract.rescheduleLoan,
  async ({ tx, today }, asked) => {
    const loan = await findRunningLoan(tx, asked.loanId)
    const { memberId, memberName } = loan
    return {
      description: t(
        'New terms for the {loanConfig} loan of {memberName}: {outstanding} in {instalments} at {annualRate} % a year, the first on {firstDueOn}. Reason: {reason}',
        { ...wordsOf(loan, planRescheduling(loan, asked, today)), memberName, reason: asked.reason },
      ),
      memberId,
      ownMemberId: memberId,
    }
  },
  async (ask, asked) => {
    const { tx, actor, today } = ask
    const { loanId, reason } = asked
    const loan = await lockRunningLoan(tx, loanId)
    const planned = planRescheduling(loan, asked, today)
    const { restart, after, outstanding, interestOwed } = planned
    const { memberId } = loan
    if (isSelf(actor, memberId)) refuse('own_loan')

    // From here on it must succeed.
    const { on, ...terms } = restart
    await insert(tx, 'app.rescheduling', {
      ...{ reschedulingId: newId<ReschedulingId>(), loanId, memberId, status: 'posted', occurredOn: on, ...terms },
      ...{ outstanding, interestOwed, reason, recordedBy: actor.loginId, recordedByName: actor.name },
    })
    await saveLoans(tx, actor, [{ loan, after }])
    await update(tx, 'app.loan', { loanId }, { rescheduledOn: on })
    notifyMembers(tx, actor.cooperativeId, [
      {
        memberId,
        type: 'warning',
        link: '/member/loans',
        message: t(
          'Your {loanConfig} loan has new terms: {outstanding} in {instalments} at {annualRate} % a year, the first on {firstDueOn}. Reason: {reason}',
          { ...wordsOf(loan, planned), reason },
        ),
      },
    ])
    return getLoan(ask, { loanId })
  },
)

function wordsOf({ loanConfig, repaidEvery }: LockedRunningLoan, { restart, outstanding }: Rescheduled) {
  return {
    loanConfig,
    outstanding: moneyText(outstanding),
    instalments: instalmentsInWords(restart.instalments, repaidEvery),
    annualRate: restart.annualRatePpm / 10_000,
    firstDueOn: dayText(restart.firstDueOn),
  }
}

function planRescheduling(
  loan: LockedRunningLoan,
  { instalments, on, firstDueOn, annualRatePercent }: Omit<Parsed<typeof contract.previewRescheduling>, 'loanId'>,
  today: Day,
): Rescheduled {
  if (loan.status === 'written_off') refuse(loanWrittenOff())
  if (loan.status !== 'active') refuse(loanNotActive())
  const day = on ?? today
  refuseDay(loan, day, today)
  const planned = rescheduled(loan, eventsOf(loan.movements), {
    on: day,
    instalments,
    firstDueOn,
    annualRatePpm: annualRatePercent === undefined ? undefined : millionths(annualRatePercent),
  })
  if (planned instanceof Refusal) throw planned
  return planned
}

/** Takes the latest terms back; the loan is the one that was. Refuses: not_found, rescheduling_reversed, rescheduling_followed, loan_written_off, own_loan. */
export const reverseRescheduling = waitingAction(
  contract.reverseRescheduling,
  async ({ tx }, { loanId, reschedulingId, reason }) => {
    const { loanConfig, memberName, memberId } = await findRunningLoan(tx, loanId)
    const { on } = await findRescheduling(tx, loanId, reschedulingId)
    return {
      description: t('Take back the new terms of {on}, {loanConfig} loan of {memberName}. Reason: {reason}', {
        ...{ on: dayText(on), loanConfig, memberName, reason },
      }),
      memberId,
      ownMemberId: memberId,
    }
  },
  async (ask, { loanId, reschedulingId, reason }) => {
    const { tx, actor } = ask
    const loan = await lockRunningLoan(tx, loanId)
    const { on, status, reversedBy, isFollowed } = await findRescheduling(tx, loanId, reschedulingId)
    if (status === 'reversed') refuse(reschedulingReversed({ by: reversedBy ?? '' }))
    if (loan.status === 'written_off') refuse(loanWrittenOff())
    const { memberId, loanConfig } = loan
    if (isSelf(actor, memberId)) refuse('own_loan')
    if (isFollowed) refuse(reschedulingFollowed())
    const restarts = loan.restarts.filter((restart) => restart.on !== on)
    const after = runningLoan(planOfLoan({ ...loan, restarts }), eventsOf(loan.movements))
    if (after instanceof Refusal) throw after

    // From here on it must succeed.
    await update(
      tx,
      'app.rescheduling',
      { reschedulingId, status: 'posted' },
      { status: 'reversed', reversalReason: reason, reversedByName: actor.name, reversedAt: clockTime },
    )
    await reallocateLoan(ask, loan, changeBetween(loan.before, after))
    await saveLoans(tx, actor, [{ loan, after }])
    await update(tx, 'app.loan', { loanId }, { rescheduledOn: restarts.at(-1)?.on ?? null })
    notifyMembers(tx, actor.cooperativeId, [
      {
        memberId,
        message: t('The new terms of your {loanConfig} loan were taken back: {reason}', { loanConfig, reason }),
        type: 'warning',
        link: '/member/loans',
      },
    ])
    return getLoan(ask, { loanId })
  },
)
