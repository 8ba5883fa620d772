import { lastDayOf, type Day, type Period } from '#core/calendar.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import { fileFormatOf } from '#core/file-format.ts'
import type { AccountId, EntryId, FixedAssetId } from '#core/ids.ts'
import { type Kobo, sumKobo } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { foldForSearch } from '#core/searching.ts'
import { findApprovalRules } from '#features/access/approvals/server/reads.ts'
import { accumulatedDepreciationCode, servedCodes } from '#features/accounting/books/rules/chart.ts'
import { answerReport, pageOfRows } from '#features/accounting/books/server/answer-report.ts'
import * as contract from '#features/accounting/fixed-assets/contract.ts'
import { type Depreciable, depreciationOf } from '#features/accounting/fixed-assets/rules/depreciation.ts'
import { approvalsNeeded } from '#features/savings/transactions/rules/movement-approvals.ts'
import { action } from '#platform/action.ts'
import { pageOf } from '#platform/db/page-of.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { draftReport } from '#platform/files/draft-report.ts'
import type { TableColumn } from '#platform/files/table-columns.ts'

const assetClassUnknown = refusal(
  'asset_class_unknown',
  422,
  'Choose the class of the asset: an account of the chart from 1500 to 1589.',
)

type Asset = Replied<typeof contract.addFixedAsset>

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

export const listFixedAssets = pageOf(contract.listFixedAssets, {
  select: columns,
  from: sql`(${assets}) f join ledger.account k on k.account_id = f.account_id`,
  where: { state: (state) => sql`f.state = ${state}` },
  search: { text: sql`f.name || ' ' || ${numberText} || ' ' || k.name` },
  sorts: { number: sql`f.number`, name: sql`lower(f.name)`, boughtOn: sql`f.bought_on`, cost: sql`f.cost` },
  order: 'number',
  last: sql`f.number`,
  besides: ({ tx }) => findSums(tx),
  summary: (_totals: object, sums) => sums,
})

type AccountRow = { accountId: AccountId; code: string; name: string; register: Kobo; ledger: Kobo; isClass: boolean }

/** What is on the register by account of the ledger, and what the ledger has there. */
async function findSums(tx: Tx) {
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
  return found ?? refuse(assetClassUnknown({ field: 'accountId' }))
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

export const listDepreciation = pageOf(contract.listDepreciation, {
  select: sql`r.run_id, r.transaction_id, r.through, r.amount, r.assets, t.status, t.entry_no::int as "entryNumber", t.recorded_by_name as "recordedBy"`,
  from: sql`app.depreciation_run r join app.transaction t on t.transaction_id = r.transaction_id`,
  where: {},
  // A run has no words of its own.
  search: () => sql`true`,
  sorts: { through: [sql`r.through`, sql`t.created_at`] },
  order: '-through',
  last: sql`r.run_id`,
})

type AssetDepreciation = {
  assetId: FixedAssetId
  number: string
  name: string
  accountName: string
  months: { period: Period; amount: Kobo }[]
  amount: Kobo
}

/** The months of each asset up to one that are not depreciated in the books and do not wait for approval. */
export async function calculateDepreciation(tx: Tx, through: Period): Promise<AssetDepreciation[]> {
  const assets = await findDepreciable(tx)
  return assets.flatMap((asset) => {
    const posted = new Set(asset.posted)
    const months = depreciationOf(asset, through).filter(({ period }) => !posted.has(period))
    const { assetId, number, name, accountName } = asset
    const amount = sumKobo(months.map((month) => month.amount))
    return months.length === 0 ? [] : [{ assetId, number, name, accountName, months, amount }]
  })
}

type Line = Replied<typeof contract.previewDepreciation>

const lineColumns: TableColumn<Line>[] = [
  { header: 'Number', kind: 'text', width: 12, value: ({ number }) => number },
  { header: 'Asset', kind: 'text', value: ({ name }) => name },
  { header: 'Class', kind: 'text', value: ({ accountName }) => accountName },
  { header: 'Months', kind: 'number', value: ({ months }) => months },
  { header: 'Depreciation', kind: 'money', value: ({ amount }) => amount },
]

/** What a run of depreciation would post now. Refuses: file_rows_too_many. */
export const previewDepreciation = action(contract.previewDepreciation, async ({ tx, now }, asked) => {
  const { through, q, sort, page, limit } = asked
  const all = (await calculateDepreciation(tx, through)).map(({ months, ...asset }): Line => ({
    ...asset,
    from: months[0]?.period as Period,
    through: months.at(-1)?.period as Period,
    months: months.length,
  }))
  const amount = sumKobo(all.map((line) => line.amount))
  const on = lastDayOf(through)
  const format = fileFormatOf(asked.format)
  if (format) {
    const total = { ...all[0], number: 'Total', name: '', accountName: '', months: 0, amount } as Line
    return draftReport(tx, {
      ...{ name: 'depreciation', title: 'Depreciation', format, now, columns: lineColumns },
      days: { to: on },
      rows: [...all, total],
      look: (row) => (row === total ? 'total' : 'plain'),
    })
  }
  const wanted = foldForSearch(q ?? '')
  const found = all.filter(({ number, name }) => foldForSearch(`${number} ${name}`).includes(wanted))
  const way = sort?.startsWith('-') ? -1 : 1
  if (sort?.endsWith('amount')) found.sort((one, other) => way * Number(one.amount - other.amount))
  else if (way < 0) found.reverse()
  return {
    rows: found.slice((page - 1) * limit, page * limit),
    total: found.length,
    summary: {
      ...{ through: on, assets: all.length, amount },
      approvals: approvalsNeeded(await findApprovalRules(tx), 'journal', amount),
    },
  }
})

/** The register of fixed assets at the end of a day. Refuses: file_rows_too_many. */
export const getFixedAssetsReport = action(contract.fixedAssetsReport, async ({ tx, now, today }, input) => {
  const day = input.asOf ?? input.to ?? today
  const found = pageOfRows(contract.fixedAssetsReport, await findAssetsOn(tx, day), input)
  return answerReport(tx, contract.fixedAssetsReport, found, { format: input.format, now, days: { to: day } })
})

type AssetOnDay = {
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
async function findAssetsOn(tx: Tx, day: Day): Promise<AssetOnDay[]> {
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
