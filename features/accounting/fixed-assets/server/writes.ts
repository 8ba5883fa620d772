import type { TenantActor } from '#core/actor.ts'
import { type Day, firstDayOf, type Period } from '#core/calendar.ts'
import type { AccountId, DepreciationRunId, EntryId, FixedAssetId, TransactionId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { newId } from '#platform/db/id.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

type NewAsset = {
  assetId: FixedAssetId
  name: string
  accountId: AccountId
  boughtOn: Day
  cost: Kobo
  salvage: Kobo
  lifeMonths: number | null
  openingDepreciation: Kobo
  openingThrough: Period | null
  transactionId: TransactionId | null
  /** The opening balances that brought it. */ openingId: TransactionId | null
}

/** They take the next numbers in their order, under the lock of the books. */
export async function insertAssets(tx: Tx, actor: TenantActor, assets: readonly NewAsset[]): Promise<void> {
  const column = <Key extends keyof NewAsset>(key: Key) => assets.map((asset) => asset[key])
  const through = assets.map(({ openingThrough }) => (openingThrough === null ? null : firstDayOf(openingThrough)))
  await tx.run(sql`
    insert into app.fixed_asset (cooperative_id, asset_id, number, name, account_id, bought_on, cost, salvage, life_months, opening_depreciation, opening_through, transaction_id, opening_id, recorded_by_name)
    select ${actor.cooperativeId}, a.asset_id, (select coalesce(max(number), 0) from app.fixed_asset) + a.position, a.name, a.account_id, a.bought_on, a.cost, a.salvage, a.life_months,
      a.depreciation, a.through, a.transaction_id, a.opening_id, ${actor.name}
    from unnest(${column('assetId')}::uuid[], ${column('name')}::text[], ${column('accountId')}::uuid[], ${column('boughtOn')}::date[], ${column('cost')}::bigint[], ${column('salvage')}::bigint[],
      ${column('lifeMonths')}::int[], ${column('openingDepreciation')}::bigint[], ${through}::date[], ${column('transactionId')}::uuid[], ${column('openingId')}::uuid[])
      with ordinality as a (asset_id, name, account_id, bought_on, cost, salvage, life_months, depreciation, through, transaction_id, opening_id, position)`)
}

/** Puts the assets of opening balances on the register; the books have them by the entry of those. */
export async function bringAssets(
  tx: Tx,
  actor: TenantActor,
  openingId: TransactionId,
  assets: readonly Omit<NewAsset, 'assetId' | 'transactionId' | 'openingId'>[],
): Promise<void> {
  const own = { transactionId: null, openingId }
  await insertAssets(
    tx,
    actor,
    assets.map((asset) => ({ ...asset, ...own, assetId: newId<FixedAssetId>() })),
  )
}

export async function markRemoved(tx: Tx, assetId: FixedAssetId, reason: string): Promise<void> {
  await tx.run(
    sql`update app.fixed_asset set released_at = clock_timestamp(), removed_reason = ${reason} where asset_id = ${assetId} and released_at is null`,
  )
}

/** Takes them off the register again with the entry that brought them. */
export async function removeBroughtAssets(tx: Tx, entryId: EntryId, reason: string): Promise<void> {
  await tx.run(sql`
    update app.fixed_asset f set released_at = clock_timestamp(), removed_reason = ${reason} from app.transaction t
    where t.transaction_id = f.opening_id and t.entry_id = ${entryId} and f.released_at is null`)
}

/** The index asset_month_once speaks where a month is posted twice. */
export async function insertDepreciation(
  tx: Tx,
  runId: DepreciationRunId,
  lines: readonly { assetId: FixedAssetId; period: Period; amount: Kobo }[],
): Promise<void> {
  await tx.run(sql`
    insert into app.depreciation_line (cooperative_id, run_id, asset_id, period, amount)
    select (select app.coop_id()), ${runId}, l.* from unnest(${lines.map((l) => l.assetId)}::uuid[], ${lines.map((l) => firstDayOf(l.period))}::date[], ${lines.map((l) => l.amount)}::bigint[]) as l`)
}
