import type { reversePenaltyWaiver as contract } from '#features/loans/penalties/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { moneyText } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import { approvalsOf } from '#features/access/approvals/rules/approvals.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { lockRunningLoan } from '#features/loans/running-loans/server/lock-running-loan.ts'
import { getLoan } from '#features/loans/details/server/queries.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { findApprovalRules } from '#features/access/approvals/server/queries.ts'
import { findRunningLoan } from '#features/loans/running-loans/server/queries.ts'

import { findWaiver } from './queries.ts'
import { markWaiverReversed } from './store.ts'
import { saveRemade, loanWith, refuseUnlessRunning } from './waive-penalties.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** Takes a waiver back, so that what it let go of is owed again. Refuses: not_found, loan_not_active, loan_written_off, own_loan, penalty_waiver_reversed. */
export async function reversePenaltyWaiver(
  tx: Tx,
  actor: TenantActor,
  { loanId, waiverId, reason }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const loan = await lockRunningLoan(tx, loanId)
  const waiver = await findWaiver(tx, loanId, waiverId)
  if (waiver.status === 'reversed') refuse('penalty_waiver_reversed', { by: waiver.reversedBy ?? '' })
  refuseUnlessRunning(actor, loan)
  const which = loan.waivers.findIndex(({ on, dueOn }) => on === waiver.on && dueOn.join() === waiver.dueOn.join())
  const after = loanWith(
    loan,
    loan.waivers.filter((_, index) => index !== which),
  )

  // From here on it must succeed.
  await markWaiverReversed(tx, actor, waiverId, reason)
  await saveRemade(tx, actor, loan, after, context)
  notifyMembers(tx, actor.cooperativeId, [
    {
      memberId: loan.memberId,
      type: 'warning',
      link: `/member/loans/${loanId}`,
      message: fill(strings.theWaiverOfAPenalty, { loanConfig: loan.loanConfig, reason }),
    },
  ])
  return getLoan(tx, actor, { loanId }, context)
}

/** “Take back the waiver of a penalty of ₦500.00, Regular loan of Ada Obi. Reason: …”; it waits as a reversal of as much does. */
export async function describeReversedWaiver(
  tx: Tx,
  _actor: TenantActor,
  { loanId, waiverId, reason }: Parsed<typeof contract>,
): Promise<Change> {
  const { loanConfig, memberName, memberId } = await findRunningLoan(tx, loanId)
  const { amount } = await findWaiver(tx, loanId, waiverId)
  const { reversal } = await findApprovalRules(tx)
  return {
    description: fill(strings.takeBackTheWaiverOf, { amount: moneyText(amount), loanConfig, memberName, reason }),
    memberId,
    ownMemberId: memberId,
    money: { amount, approvals: approvalsOf(reversal, amount) },
  }
}
