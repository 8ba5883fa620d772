import type { reversePenaltyWaiver as contract } from '#contract/penalties.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { holdRunningLoan } from '#server/features/loans/hold-running-loan.ts'
import { getLoan } from '#server/features/loans/queries.ts'
import { notifyMembers } from '#server/features/notifications/notify-members.ts'
import { findWaiver } from './queries.ts'
import { markWaiverReversed } from './store.ts'
import { keepRemade, loanWith, refuseUnlessRunning } from './waive-penalties.ts'

/** Takes a waiver back, so that what it let go of is owed again. Refuses: not_found, loan_not_active, loan_written_off, own_loan, penalty_waiver_reversed. */
export async function reversePenaltyWaiver(tx: Tx, actor: TenantActor, { loanId, waiverId, reason }: Parsed<typeof contract>, context: Context): Promise<Replied<typeof contract>> {
  const loan = await holdRunningLoan(tx, loanId)
  const waiver = await findWaiver(tx, loanId, waiverId)
  if (waiver.status === 'reversed') refuse('penalty_waiver_reversed', { by: waiver.reversedBy ?? '' })
  refuseUnlessRunning(actor, loan)
  const which = loan.waivers.findIndex(({ on, dueOn }) => on === waiver.on && dueOn.join() === waiver.dueOn.join())
  const after = loanWith(loan, loan.waivers.filter((_, index) => index !== which))

  // From here on it must succeed.
  await markWaiverReversed(tx, actor, waiverId, reason)
  await keepRemade(tx, actor, loan, after, context)
  notifyMembers(tx, actor.cooperativeId, [{
    memberId: loan.memberId, type: 'warning', link: `/member/loans/${loanId}`, message: `The waiver of a penalty on your ${loan.loanConfig} loan was taken back: ${reason}`,
  }])
  return getLoan(tx, actor, { loanId }, context)
}
