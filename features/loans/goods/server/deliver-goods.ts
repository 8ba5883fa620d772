import type { deliverGoods as contract } from '#features/loans/goods/deliveries.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import { isSelf, type TenantActor } from '#core/actor.ts'
import { dayIn, dayText } from '#core/calendar.ts'
import type { LoanDeliveryId, LoanId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { lockRunningLoan } from '#features/loans/running-loans/server/lock-running-loan.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { findGoodsOf } from './queries.ts'
import { insertDelivery } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** Records that the borrower has the goods. No money moves with it. Refuses: not_found, goods_none, own_loan, goods_not_paid_out, goods_delivered, dated_in_future, movement_before_loan. */
export async function deliverGoods(
  tx: Tx,
  actor: TenantActor,
  { loanId, on, receivedBy }: Parsed<typeof contract>,
  context: Context,
): Promise<LoanId> {
  const loan = await lockRunningLoan(tx, loanId)
  const { goods, deliveries } = await findGoodsOf(tx, loanId)
  if (goods.length === 0) refuse('goods_none')
  if (isSelf(actor, loan.memberId)) refuse('own_loan')
  if (loan.before.disbursed === 0n || !loan.startOn) refuse('goods_not_paid_out')
  const standing = deliveries.find(({ undone }) => !undone)
  if (standing) refuse('goods_delivered', { on: dayText(standing.on), by: standing.by })
  const today = dayIn(context.now)
  const day = on ?? today
  if (day > today) refuse('dated_in_future', { field: 'on' })
  if (day < loan.startOn) refuse('movement_before_loan', { field: 'on', start: loan.startOn })

  // From here on it must succeed.
  await insertDelivery(tx, actor, {
    id: newId<LoanDeliveryId>(),
    loanId,
    memberId: loan.memberId,
    on: day,
    receivedBy: receivedBy || null,
  })
  notifyMembers(tx, actor.cooperativeId, [
    {
      memberId: loan.memberId,
      type: 'success',
      link: `/member/loans/${loanId}`,
      message: receivedBy
        ? fill(strings.goodsHandedOverTo, { loanConfig: loan.loanConfig, day: dayText(day), receivedBy })
        : fill(strings.goodsHandedOver, { loanConfig: loan.loanConfig, day: dayText(day) }),
    },
  ])
  return loanId
}
