import type {
  addFixedAsset as assetContract,
  listDepreciation as runsContract,
  listFixedAssets as contract,
} from '#features/accounting/fixed-assets/contract.ts'
import type { PageOf, Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import type { Day, Period } from '#core/calendar.ts'
import { accumulatedDepreciationCode, servedCodes } from '#features/accounting/books/rules/chart.ts'
import type { AccountId, EntryId, FixedAssetId } from '#core/ids.ts'
import { type Kobo, sumKobo } from '#core/money.ts'
import type { Depreciable } from '#features/accounting/fixed-assets/rules/depreciation.ts'
import { refuse } from '#core/refusal.ts'
import { mentions } from '#platform/db/mentions.ts'
import { sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

type Asset = Replied<typeof assetContract>

const numberText = sql`'FA-' || lpad(f.number::text, 5, '0')`

/** An asset that is on the register, with what is depreciated of it in the books, and its disposal where it is posted. */
const assets = sql`
  select f.asset_id, f.number, f.name, f.account_id, f.bought_on, f.cost, f.salvage, f.life_months, f.transaction_id, f.opening_depreciation + p.amount as accumulated,
    case when f.life_months is not null then greatest(p.through, f.opening_through) end as through, d.disposed_on, d.proceeds,
    case when t.status = 'pending' then 'waiting' when d.disposed_on is not null then 'disposed'
      when f.life_months is not null and f.opening_depreciation + p.amount >= f.cost - f.salvage then 'depreciated' else 'in_use' end as state
  from app.fixed_asset f
  left join app.transaction t on t.transaction_id = f.transaction_id
  cross join lateral (
    select coalesce(sum(l.amount), 0)::bigint as amount, max(l.period) as through from app.depreciation_line l
    join app.depreciation_run r on r.run_id = l.run_id join app.transaction o on o.transaction_id = r.transaction_id and o.status = 'approved'
    where l.asset_id = f.asset_id and l.released_at is null) p
  left join lateral (
    select d.disposed_on, d.proceeds from app.asset_disposal d join app.transaction o on o.transaction_id = d.transaction_id and o.status = 'approved'
    where d.asset_id = f.asset_id and d.released_at is null) d on true
  where f.released_at is null`

const columns = sql`f.asset_id, ${numberText} as number, f.name, f.account_id, k.name as "accountName", f.bought_on, f.cost, f.salvage,
  f.life_months, f.accumulated, f.cost - f.accumulated as "bookValue", to_char(f.through, 'YYYY-MM') as "depreciatedThrough", f.state, f.transaction_id,
  f.disposed_on, f.proceeds`

/** An asset on the register. Refuses: not_found. */
export async function findAsset(tx: Tx, id: FixedAssetId): Promise<Asset> {
  const found = await tx.maybe<Asset>(
    sql`with f as (${assets}) select ${columns} from f join ledger.account k on k.account_id = f.account_id where f.asset_id = ${id}`,
  )
  return found ?? refuse('not_found')
}

const orders: Readonly<Record<string, Statement>> = {
  number: sql`f.number`,
  '-number': sql`f.number desc`,
  name: sql`lower(f.name), f.number`,
  '-name': sql`lower(f.name) desc, f.number`,
  boughtOn: sql`f.bought_on, f.number`,
  '-boughtOn': sql`f.bought_on desc, f.number`,
  cost: sql`f.cost, f.number`,
  '-cost': sql`f.cost desc, f.number`,
}

type Summary = NonNullable<PageOf<Asset>['summary']>

export async function listFixedAssets(
  tx: Tx,
  _actor: TenantActor,
  { q, sort, state, page, limit }: Parsed<typeof contract> & { page: number; limit: number },
): Promise<PageOf<Asset>> {
  const words = q ?? ''
  const where = sql`${mentions(sql`f.name || ' ' || ${numberText} || ' ' || k.name`, words)}
    and (${state ?? null}::text is null or f.state = ${state ?? null})`
  const order = orders[sort ?? ''] ?? sql`f.number`
  const [rows, { total }, summary] = await Promise.all([
    tx.many<Asset>(sql`
      with f as (${assets}) select ${columns} from f join ledger.account k on k.account_id = f.account_id where ${where} order by ${order}
      limit ${limit} offset ${(page - 1) * limit}`),
    tx.one<{ total: number }>(sql`
      with f as (${assets}) select count(*)::int as total from f join ledger.account k on k.account_id = f.account_id where ${where}`),
    summaryOf(tx),
  ])
  return { rows, total, summary }
}

type AccountRow = { accountId: AccountId; code: string; name: string; register: Kobo; ledger: Kobo; isClass: boolean }

/** What is on the register by account of the ledger, and what the ledger has there. */
async function summaryOf(tx: Tx): Promise<Summary> {
  const accounts = await tx.many<AccountRow>(sql`
    with f as (select * from (${assets}) all_of where state in ('in_use', 'depreciated')),
    told as (
      select account_id, sum(cost) as amount from f group by 1
      union all select k.account_id, (select sum(accumulated) from f) from ledger.account k where k.code = ${accumulatedDepreciationCode})
    select a.account_id, a.code, a.name, coalesce(o.amount, 0)::bigint as register,
      (coalesce((select sum(b.debits - b.credits) from ledger.balance b where b.account_id = a.account_id), 0)
        * case when a.code = ${accumulatedDepreciationCode} then -1 else 1 end)::bigint as ledger,
      a.code <> ${accumulatedDepreciationCode} as "isClass"
    from ledger.account a left join told o on o.account_id = a.account_id
    where (${isClass}) or a.code = ${accumulatedDepreciationCode} order by a.code = ${accumulatedDepreciationCode}, a.code`)
  const cost = sumKobo(accounts.filter((each) => each.isClass).map(({ register }) => register))
  const accumulated = sumKobo(accounts.filter((each) => !each.isClass).map(({ register }) => register))
  return { cost, accumulated, bookValue: (cost - accumulated) as Kobo, accounts }
}

/** Accounts that the cost of an asset can be on: those of fixed assets in the chart, 1500 to 1589, with what the society has added there. */
const isClass = sql`a.class = 'asset' and a.code between '1500' and '1589' and not a.is_control and not a.holds_cash and a.member_id is null and a.control_id is null
  and a.retired_at is null and not a.code = any (${servedCodes}::text[])`

/** The accounts that an asset can have as its class. */
export async function findAssetClasses(tx: Tx): Promise<{ accountId: AccountId; code: string; name: string }[]> {
  return tx.many(sql`select a.account_id, a.code, a.name from ledger.account a where ${isClass} order by a.code`)
}

/** The class that an asset is of. Refuses: asset_class_unknown. */
export async function findClass(tx: Tx, accountId: AccountId): Promise<{ id: AccountId; name: string }> {
  const found = await tx.maybe<{ id: AccountId; name: string }>(
    sql`select a.account_id as id, a.name from ledger.account a where a.account_id = ${accountId} and ${isClass}`,
  )
  return found ?? refuse('asset_class_unknown', { field: 'accountId' })
}

export type DepreciatedAsset = Depreciable & {
  assetId: FixedAssetId
  number: string
  name: string
  accountId: AccountId
  accountName: string
  /** Months that are posted, or wait for approval. */ posted: Period[]
  postedAmount: Kobo
  /** Whether some of them wait. */ waits: boolean
  disposalWaits: boolean
}

/** Assets whose purchase is in the books, with the months that are depreciated already; one of them, or all that are depreciated. */
export async function findDepreciable(tx: Tx, id?: FixedAssetId): Promise<DepreciatedAsset[]> {
  return tx.many<DepreciatedAsset>(sql`
    select f.asset_id, ${numberText} as number, f.name, f.account_id, k.name as "accountName", f.bought_on, f.cost, f.salvage, f.life_months,
      f.opening_depreciation, to_char(f.opening_through, 'YYYY-MM') as "openingThrough", d.disposed_on,
      p.months as posted, p.amount as "postedAmount", p.waits, d.disposed_on is not null as "disposalWaits"
    from app.fixed_asset f
    join ledger.account k on k.account_id = f.account_id
    left join app.transaction t on t.transaction_id = f.transaction_id
    left join app.asset_disposal d on d.asset_id = f.asset_id and d.released_at is null
    cross join lateral (
      select coalesce(array_agg(to_char(l.period, 'YYYY-MM') order by l.period), '{}') as months, coalesce(sum(l.amount), 0)::bigint as amount,
        coalesce(bool_or(o.status = 'pending'), false) as waits
      from app.depreciation_line l join app.depreciation_run r on r.run_id = l.run_id join app.transaction o on o.transaction_id = r.transaction_id
      where l.asset_id = f.asset_id and l.released_at is null) p
    where f.released_at is null and (t.status is null or t.status = 'approved')
      and ${id === undefined ? sql`f.life_months is not null` : sql`f.asset_id = ${id}`} order by f.number`)
}

type RunRow = Replied<typeof runsContract>

export async function listDepreciation(
  tx: Tx,
  _actor: TenantActor,
  { sort, page, limit }: Parsed<typeof runsContract> & { page: number; limit: number },
): Promise<PageOf<RunRow>> {
  const order = sort === 'through' ? sql`r.through, t.created_at` : sql`r.through desc, t.created_at desc`
  const [rows, { total }] = await Promise.all([
    tx.many<RunRow>(sql`
      select r.run_id, r.transaction_id, r.through, r.amount, r.assets, t.status, t.entry_no::int as "entryNumber", t.recorded_by_name as "recordedBy"
      from app.depreciation_run r join app.transaction t on t.transaction_id = r.transaction_id order by ${order} limit ${limit} offset ${(page - 1) * limit}`),
    tx.one<{ total: number }>(sql`select count(*)::int as total from app.depreciation_run`),
  ])
  return { rows, total }
}

export type AssetOnDay = {
  number: string
  asset: string
  accountId: AccountId
  class: string
  boughtOn: Day
  lifeMonths: number | null
  cost: Kobo
  accumulated: Kobo
  bookValue: Kobo
}

/** The assets that were in the books at the end of a day, with the depreciation that was posted by then. */
export async function findAssetsOn(tx: Tx, day: Day): Promise<AssetOnDay[]> {
  return tx.many<AssetOnDay>(sql`
    select ${numberText} as number, f.name as asset, f.account_id, k.name as class, f.bought_on, f.life_months, f.cost,
      f.opening_depreciation + p.amount as accumulated, f.cost - f.opening_depreciation - p.amount as "bookValue"
    from app.fixed_asset f
    join ledger.account k on k.account_id = f.account_id
    left join app.transaction t on t.transaction_id = f.transaction_id
    cross join lateral (
      select coalesce(sum(l.amount), 0)::bigint as amount from app.depreciation_line l
      join app.depreciation_run r on r.run_id = l.run_id join app.transaction o on o.transaction_id = r.transaction_id and o.status = 'approved' and o.occurred_on <= ${day}
      where l.asset_id = f.asset_id and l.released_at is null) p
    where f.released_at is null and (t.status is null or t.status = 'approved') and f.bought_on <= ${day}
      and not exists (
        select from app.asset_disposal d join app.transaction o on o.transaction_id = d.transaction_id and o.status = 'approved'
        where d.asset_id = f.asset_id and d.released_at is null and d.disposed_on <= ${day})
    order by f.number`)
}

/** An asset that was bought or brought by this entry and is depreciated or disposed of since, or was depreciated by it and is disposed of since. */
export async function findLaterOfAsset(
  tx: Tx,
  entryId: EntryId,
): Promise<{ name: string; isDisposed: boolean } | undefined> {
  return tx.maybe<{ name: string; isDisposed: boolean }>(sql`
    with own as (select transaction_id from app.transaction where entry_id = ${entryId} and type in ('journal', 'opening'))
    select f.name, exists (select from app.asset_disposal d where d.asset_id = f.asset_id and d.released_at is null) as "isDisposed"
    from app.fixed_asset f
    where (coalesce(f.transaction_id, f.opening_id) in (select transaction_id from own)
        and (exists (select from app.depreciation_line l where l.asset_id = f.asset_id and l.released_at is null)
          or exists (select from app.asset_disposal d where d.asset_id = f.asset_id and d.released_at is null)))
      or (exists (select from app.asset_disposal d where d.asset_id = f.asset_id and d.released_at is null)
        and exists (select from app.depreciation_line l join app.depreciation_run r on r.run_id = l.run_id
          where l.asset_id = f.asset_id and l.released_at is null and r.transaction_id in (select transaction_id from own)))
    order by f.number limit 1`)
}
