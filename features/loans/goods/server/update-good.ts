import type { Parsed } from '#core/contract/endpoint.ts'
import type { updateGood as contract } from '#features/loans/goods/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import { recordChange } from '#features/access/setting-changes/server/record-change.ts'
import { changesBetween } from '#features/access/audit-trail/rules/field-change.ts'
import { refuseNameTaken } from './create-good.ts'
import { findGoods, lockGoods, type StoredGood } from './queries.ts'
import { updateGoodRow } from './store.ts'

/** Changes what is named of a good; applications keep what they were made with. Refuses: not_found, good_exists. */
export async function updateGood(
  tx: Tx,
  actor: TenantActor,
  { goodId, name, unit, price, retired }: Parsed<typeof contract>,
): Promise<StoredGood> {
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
}
