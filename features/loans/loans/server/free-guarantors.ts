import type { TenantActor } from '#core/actor.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { renewPledges } from '#features/savings/pledges/server/actions.ts'
import type { LockedLoan } from '#features/loans/running-loans/server/queries.ts'

/** Releases what is pledged for a loan that was taken back, the borrower's own savings too, and tells whoever was asked and did not decline. */
export async function freeGuarantors(
  tx: Tx,
  actor: TenantActor,
  { loanId, guarantors }: LockedLoan,
  message: string,
): Promise<void> {
  await renewPledges(tx, actor, [loanId])
  const told = guarantors.filter(({ status }) => status !== 'declined')
  notifyMembers(
    tx,
    actor.cooperativeId,
    told.map(({ memberId }) => ({ memberId, message, link: '/member/guarantees' })),
  )
}
