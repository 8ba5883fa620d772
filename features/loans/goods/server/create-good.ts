import type { Parsed } from '#core/contract/endpoint.ts'
import type { createGood as contract } from '#features/loans/goods/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import type { GoodId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import { foldForSearch } from '#core/searching.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { recordChange } from '#features/access/setting-changes/server/record-change.ts'
import { changesBetween } from '#features/access/audit-trail/rules/field-change.ts'
import { findGoods, lockGoods, type StoredGood } from './queries.ts'
import { insertGood } from './store.ts'

/** Adds a good that members may borrow for. Refuses: good_exists. */
export async function createGood(
  tx: Tx,
  actor: TenantActor,
  { name, unit, price }: Parsed<typeof contract>,
): Promise<StoredGood> {
  await lockGoods(tx)
  refuseNameTaken(await findGoods(tx), name)

  // From here on it must succeed.
  const id = newId<GoodId>()
  await insertGood(tx, actor.cooperativeId, { id, name, unit, price })
  recordChange(tx, actor, name, changesBetween({}, { name, unit, price }), { kind: 'good', subjectId: id })
  return { id, name, unit, price, retired: false }
}

/** One name for one good of those that are offered; `except` is the good itself. */
export function refuseNameTaken(goods: readonly StoredGood[], name: string, except?: GoodId): void {
  if (goods.some((good) => good.id !== except && !good.retired && foldForSearch(good.name) === foldForSearch(name)))
    refuse('good_exists', { field: 'name', name })
}
