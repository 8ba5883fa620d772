import type { undoDelivery as contract } from '#features/loans/goods/deliveries.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import { isSelf, type TenantActor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import { lockRunningLoan } from '#features/loans/running-loans/server/lock-running-loan.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import type { LoanId } from '#core/ids.ts'
import { isDelivered } from './queries.ts'
import { markDeliveryUndone } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** Takes a hand-over back that was recorded by mistake. Refuses: not_found, own_loan, goods_not_delivered. */
export async function undoDelivery(
  tx: Tx,
  actor: TenantActor,
  { loanId, reason }: Parsed<typeof contract>,
): Promise<LoanId> {
  const loan = await lockRunningLoan(tx, loanId)
  if (isSelf(actor, loan.memberId)) refuse('own_loan')
  if (!(await isDelivered(tx, loanId))) refuse('goods_not_delivered')

  // From here on it must succeed.
  await markDeliveryUndone(tx, actor, loanId, reason)
  notifyMembers(tx, actor.cooperativeId, [
    {
      memberId: loan.memberId,
      type: 'warning',
      link: `/member/loans/${loanId}`,
      message: fill(strings.theHandOverOfThe, { loanConfig: loan.loanConfig, reason }),
    },
  ])
  return loanId
}
