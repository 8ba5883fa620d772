import { isSelf, type TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { PenaltyWaiverId } from '#core/ids.ts'
import { kobo, moneyText, sumKobo } from '#core/money.ts'
import { Refusal, refusal, refuse } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import { approvalsOf } from '#features/access/approvals/rules/approvals.ts'
import { findApprovalRules } from '#features/access/approvals/server/reads.ts'
import { waitingAction } from '#features/access/change-requests/server/waiting-action.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { getLoan } from '#features/loans/details/server/reads.ts'
import type { Waiver } from '#features/loans/loans/rules/loan-plan.ts'
import {
  changeBetween,
  eventsOf,
  planOfLoan,
  type RunningLoan,
  runningLoan,
} from '#features/loans/loans/rules/running-loan.ts'
import * as contract from '#features/loans/penalties/contract.ts'
import {
  findRunningLoan,
  loanNotActive,
  loanWrittenOff,
  type LockedRunningLoan,
  lockRunningLoan,
} from '#features/loans/running-loans/server/reads.ts'
import { reallocateLoan, saveLoans } from '#features/loans/running-loans/server/save-loans.ts'
import { action, type Ask } from '#platform/action.ts'
import { newId } from '#platform/db/id.ts'
import { clockTime, insert, update } from '#platform/db/write.ts'
import { findWaiver } from './reads.ts'

const penaltyWaiverNothing = refusal(
  'penalty_waiver_nothing',
  409,
  'No penalty is owed here, so there is nothing to waive.',
)
const penaltyWaiverPaid = refusal(
  'penalty_waiver_paid',
  409,
  'Part of this penalty was paid, and the loan owes too little to use that money otherwise. Reverse the repayment first.',
)
const penaltyWaiverReversed = refusal(
  'penalty_waiver_reversed',
  409,
  'This waiver has already been taken back by {by}. Nothing was changed.',
)

/**
 * Waives penalties that are owed today. What of them was paid already is used for something else, in an entry of its
 * own. Refuses: not_found, loan_not_active, loan_written_off, own_loan, penalty_waiver_nothing, penalty_waiver_paid.
 */
export const waivePenalties = action(contract.waivePenalties, async (ask, { loanId, instalment, reason }) => {
  const { tx, actor, today: on } = ask
  const loan = await lockRunningLoan(tx, loanId)
  refuseUnlessRunning(actor, loan)
  const dueOn = loan.before.instalments
    .filter(({ number, owed }) => owed.penalties > 0n && (instalment === undefined || number === instalment))
    .map((line) => line.dueOn)
  if (dueOn.length === 0) refuse(penaltyWaiverNothing({ ...(instalment !== undefined && { field: 'instalment' }) }))
  const after = loanWith(loan, [...loan.waivers, { on, dueOn }])
  const amount = kobo(penaltiesOf(loan.before) - penaltiesOf(after))
  if (amount <= 0n) refuse(penaltyWaiverNothing())

  // From here on it must succeed.
  const { memberId, loanConfig } = loan
  await insert(tx, 'app.penalty_waiver', {
    ...{ waiverId: newId<PenaltyWaiverId>(), loanId, memberId, status: 'posted', occurredOn: on, amount, reason },
    dueOn: [...new Set<Day>(dueOn)],
    ...{ recordedBy: actor.loginId, recordedByName: actor.name },
  })
  await saveWith(ask, loan, after)
  notifyMembers(tx, actor.cooperativeId, [
    {
      memberId,
      type: 'success',
      link: `/member/loans/${loanId}`,
      message: t('A penalty of {amount} on your {loanConfig} loan was waived: {reason}', {
        ...{ amount: moneyText(amount), loanConfig, reason },
      }),
    },
  ])
  return getLoan(ask, { loanId })
})

/**
 * Reverses a waiver, so that the penalties are owed again; it waits as a reversal of as much does. Refuses: not_found, loan_not_active,
 * loan_written_off, own_loan, penalty_waiver_reversed.
 */
export const reversePenaltyWaiver = waitingAction(
  contract.reversePenaltyWaiver,
  async ({ tx }, { loanId, waiverId, reason }) => {
    const { loanConfig, memberName, memberId } = await findRunningLoan(tx, loanId)
    const { amount } = await findWaiver(tx, loanId, waiverId)
    const { reversal } = await findApprovalRules(tx)
    return {
      description: t(
        'Take back the waiver of a penalty of {amount}, {loanConfig} loan of {memberName}. Reason: {reason}',
        { amount: moneyText(amount), loanConfig, memberName, reason },
      ),
      memberId,
      ownMemberId: memberId,
      money: { amount, approvals: approvalsOf(reversal, amount) },
    }
  },
  async (ask, { loanId, waiverId, reason }) => {
    const { tx, actor } = ask
    const loan = await lockRunningLoan(tx, loanId)
    const waiver = await findWaiver(tx, loanId, waiverId)
    if (waiver.status === 'reversed') refuse(penaltyWaiverReversed({ by: waiver.reversedBy ?? '' }))
    refuseUnlessRunning(actor, loan)
    const which = loan.waivers.findIndex(({ on, dueOn }) => on === waiver.on && dueOn.join() === waiver.dueOn.join())
    const after = loanWith(
      loan,
      loan.waivers.filter((_, index) => index !== which),
    )

    // From here on it must succeed.
    await update(
      tx,
      'app.penalty_waiver',
      { waiverId, status: 'posted' },
      { status: 'reversed', reversalReason: reason, reversedByName: actor.name, reversedAt: clockTime },
    )
    await saveWith(ask, loan, after)
    const { memberId, loanConfig } = loan
    notifyMembers(tx, actor.cooperativeId, [
      {
        memberId,
        type: 'warning',
        link: `/member/loans/${loanId}`,
        message: t('The waiver of a penalty on your {loanConfig} loan was taken back: {reason}', {
          loanConfig,
          reason,
        }),
      },
    ])
    return getLoan(ask, { loanId })
  },
)

function refuseUnlessRunning(actor: TenantActor, { status, memberId }: LockedRunningLoan): void {
  if (status === 'written_off') refuse(loanWrittenOff())
  if (status !== 'active' && status !== 'completed') refuse(loanNotActive())
  if (isSelf(actor, memberId)) refuse('own_loan')
}

/** The loan with these waivers. Refuses: penalty_waiver_paid, where money that was paid would be owed no more. */
function loanWith(loan: LockedRunningLoan, waivers: readonly Waiver[]): RunningLoan {
  const after = runningLoan(planOfLoan({ ...loan, waivers }), eventsOf(loan.movements))
  return after instanceof Refusal ? refuse(penaltyWaiverPaid()) : after
}

async function saveWith(ask: Ask, loan: LockedRunningLoan, after: RunningLoan): Promise<void> {
  await reallocateLoan(ask, loan, changeBetween(loan.before, after))
  await saveLoans(ask.tx, ask.actor, [{ loan, after }])
}

function penaltiesOf({ instalments }: RunningLoan): bigint {
  return sumKobo(instalments.map(({ penalties }) => penalties))
}
