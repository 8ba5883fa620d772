import { isSelf } from '#core/actor.ts'
import { dayText } from '#core/calendar.ts'
import type { GoodId, LoanDeliveryId } from '#core/ids.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { foldForSearch } from '#core/searching.ts'
import { t } from '#core/sentence.ts'
import { changesBetween } from '#features/access/audit-trail/rules/field-change.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { recordChange } from '#features/access/setting-changes/server/record-change.ts'
import { findGoodsOf, getLoan } from '#features/loans/details/server/reads.ts'
import * as contract from '#features/loans/goods/contract.ts'
import * as deliveryContracts from '#features/loans/goods/deliveries.ts'
import { movementBeforeLoan } from '#features/loans/loans/rules/loan-plan.ts'
import { lockRunningLoan } from '#features/loans/running-loans/server/reads.ts'
import { action } from '#platform/action.ts'
import { newId } from '#platform/db/id.ts'
import { clockTime, insert, update } from '#platform/db/write.ts'
import { findGoods, isDelivered, lockGoods, type StoredGood } from './reads.ts'
import { updateGoodRow } from './writes.ts'

const goodExists = refusal(
  'good_exists',
  409,
  '{name} is on the list of goods already. Change its price there, or use another name.',
)
const goodsNone = refusal('goods_none', 409, 'This loan is not for goods, so there is nothing to hand over.')
const goodsNotPaidOut = refusal(
  'goods_not_paid_out',
  409,
  'The loan is not paid out yet. Pay for the goods first, then hand them over.',
)
const goodsDelivered = refusal(
  'goods_delivered',
  409,
  '{by} recorded already that the goods were handed over on {on}. Nothing was changed.',
)
const goodsNotDelivered = refusal(
  'goods_not_delivered',
  409,
  'These goods are not handed over, so there is nothing to undo.',
)

/** Adds a good that members may borrow for. Refuses: good_exists. */
export const createGood = action(contract.createGood, async ({ tx, actor }, { name, unit, price }) => {
  await lockGoods(tx)
  refuseNameTaken(await findGoods(tx), name)

  // From here on it must succeed.
  const id = newId<GoodId>()
  await insert(tx, 'app.good', { goodId: id, name, unit, price })
  recordChange(tx, actor, name, changesBetween({}, { name, unit, price }), { kind: 'good', subjectId: id })
  return { id, name, unit, price, retired: false }
})

/** One name for one good of those that are offered; `except` is the good itself. */
function refuseNameTaken(goods: readonly StoredGood[], name: string, except?: GoodId): void {
  if (goods.some((good) => good.id !== except && !good.retired && foldForSearch(good.name) === foldForSearch(name)))
    refuse(goodExists({ field: 'name', name }))
}

/** Changes what is named of a good; applications keep what they were made with. Refuses: not_found, good_exists. */
export const updateGood = action(contract.updateGood, async ({ tx, actor }, { goodId, name, unit, price, retired }) => {
  await lockGoods(tx)
  const goods = await findGoods(tx)
  const before = goods.find(({ id }) => id === goodId) ?? refuse('not_found')
  const after: StoredGood = {
    id: goodId,
    name: name ?? before.name,
    unit: unit ?? before.unit,
    price: price ?? before.price,
    retired: retired ?? before.retired,
  }
  if (!after.retired) refuseNameTaken(goods, after.name, goodId)
  const fields = changesBetween(before, after)
  if (fields.length === 0) {
    tx.nothingChanged()
    return before
  }

  // From here on it must succeed.
  await updateGoodRow(tx, goodId, after)
  recordChange(tx, actor, after.name, fields, { kind: 'good', subjectId: goodId })
  return after
})

/** Records that the borrower has the goods. No money moves with it. Refuses: not_found, goods_none, own_loan, goods_not_paid_out, goods_delivered, dated_in_future, movement_before_loan. */
export const deliverGoods = action(deliveryContracts.deliverGoods, async (ask, { loanId, on, receivedBy }) => {
  const { tx, actor, today } = ask
  const { memberId, loanConfig, before, startOn } = await lockRunningLoan(tx, loanId)
  const { goods, deliveries } = await findGoodsOf(tx, loanId)
  if (goods.length === 0) refuse(goodsNone())
  if (isSelf(actor, memberId)) refuse('own_loan')
  if (before.disbursed === 0n || !startOn) return refuse(goodsNotPaidOut())
  const delivered = deliveries.find(({ undone }) => !undone)
  if (delivered) refuse(goodsDelivered({ on: dayText(delivered.on), by: delivered.by }))
  const deliveredOn = on ?? today
  if (deliveredOn > today) refuse('dated_in_future', { field: 'on' })
  if (deliveredOn < startOn) refuse(movementBeforeLoan({ field: 'on', start: startOn }))

  // From here on it must succeed.
  await insert(tx, 'app.loan_delivery', {
    ...{ deliveryId: newId<LoanDeliveryId>(), loanId, memberId, deliveredOn, receivedBy: receivedBy || null },
    ...{ recordedBy: actor.loginId, recordedByName: actor.name },
  })
  const day = dayText(deliveredOn)
  notifyMembers(tx, actor.cooperativeId, [
    {
      memberId,
      type: 'success',
      link: `/member/loans/${loanId}`,
      message: receivedBy
        ? t(
            "The goods of your {loanConfig} loan were handed over on {day} to {receivedBy}. If you don't have them, tell an officer.",
            { loanConfig, day, receivedBy },
          )
        : t("The goods of your {loanConfig} loan were handed over on {day}. If you don't have them, tell an officer.", {
            loanConfig,
            day,
          }),
    },
  ])
  return getLoan(ask, { loanId })
})

/** Takes a hand-over back that was recorded by mistake. Refuses: not_found, own_loan, goods_not_delivered. */
export const undoDelivery = action(deliveryContracts.undoDelivery, async (ask, { loanId, reason }) => {
  const { tx, actor } = ask
  const { memberId, loanConfig } = await lockRunningLoan(tx, loanId)
  if (isSelf(actor, memberId)) refuse('own_loan')
  if (!(await isDelivered(tx, loanId))) refuse(goodsNotDelivered())

  // From here on it must succeed.
  await update(
    tx,
    'app.loan_delivery',
    { loanId, undoneAt: null },
    { undoneReason: reason, undoneBy: actor.loginId, undoneByName: actor.name, undoneAt: clockTime },
  )
  notifyMembers(tx, actor.cooperativeId, [
    {
      memberId,
      type: 'warning',
      link: `/member/loans/${loanId}`,
      message: t('The hand-over of the goods of your {loanConfig} loan was recorded by mistake and undone: {reason}', {
        loanConfig,
        reason,
      }),
    },
  ])
  return getLoan(ask, { loanId })
})
