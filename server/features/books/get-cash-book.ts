import type { getCashBook as contract } from '#contract/books.ts'
import type { PageOf, Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { type Kobo, sumKobo, zeroKobo } from '#domain/money.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import { sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/tx.ts'
import type { FileDraft } from '#server/files/file-draft.ts'
import type { TableColumn } from '#server/files/table-columns.ts'
import { draftReport, fileFormatOf, rowsMax } from './draft-report.ts'
import { findCash } from './get-receipts-and-payments.ts'
import { entryFacts, findDays } from './queries.ts'

type Line = Replied<typeof contract>

/** Receipts and payments of cash and bank, day by day. Refuses: not_found for an account that holds no cash, file_rows_too_many. */
export async function getCashBook(
  tx: Tx,
  _actor: TenantActor,
  { accountId, page, limit, sort, format: asked, ...input }: Parsed<typeof contract> & { page: number; limit: number },
  { now }: Context,
): Promise<PageOf<Line> | FileDraft> {
  const days = await findDays(tx, input, now)
  const { from, to } = days
  const accounts = await findCash(tx, days)
  const chosen = accountId ? accounts.filter((account) => account.accountId === accountId) : accounts
  if (accountId && chosen.length === 0) return refuse('not_found')
  const opening = sumKobo(chosen.map((account) => account.opening))
  const format = fileFormatOf(asked)
  const order = sort === '-on' ? sql`d.on_day desc, d.entry_no desc, d.code` : sql`d.on_day, d.entry_no, d.code`
  const moved = sql`
    with of as (select a.account_id, a.code, a.name from ledger.account a where a.account_id = any (${chosen.map((account) => account.accountId)}::uuid[])),
    side as (
      select of.code, of.name, p.entry_id, p.amount as receipt, 0::bigint as payment, p.credit_id as against from of join ledger.posting p on p.debit_id = of.account_id
      union all select of.code, of.name, p.entry_id, 0, p.amount, p.debit_id from of join ledger.posting p on p.credit_id = of.account_id),
    moved as (
      select entry_id, code, name, sum(receipt)::bigint as receipts, sum(payment)::bigint as payments, count(*)::int as postings,
        case when min(against::text) = max(against::text) then min(against::text)::uuid end as against
      from side group by entry_id, code, name),
    dated as (select m.*, e.effective_on as on_day, e.entry_no from moved m join ledger.entry e using (entry_id) where e.effective_on between ${from}::date and ${to}::date)`
  const paging = format ? sql`limit ${rowsMax[format] + 1}` : sql`limit ${limit} offset ${(page - 1) * limit}`
  const [sums, lines] = await Promise.all([
    tx.one<{ receipts: Kobo; payments: Kobo; total: number }>(sql`
      ${moved} select coalesce(sum(receipts), 0)::bigint as receipts, coalesce(sum(payments), 0)::bigint as payments, count(*)::int as total from dated`),
    tx.many<Line>(sql`
      ${moved}, running as (
        select d.*, sum(receipts - payments) over (order by on_day, entry_no, code) as moved_before, row_number() over (partition by on_day order by entry_no desc, code desc) as from_last,
          sum(receipts) over (partition by on_day) as day_receipts, sum(payments) over (partition by on_day) as day_payments from dated d),
      chosen as (select * from running d order by ${order} ${paging})
      select d.entry_id as "entryId", f.*, d.name as account, d.receipts, d.payments, d.postings, (${opening}::bigint + d.moved_before)::bigint as balance, k.name as against,
        case when d.from_last = 1 then jsonb_build_object('receipts', d.day_receipts::text, 'payments', d.day_payments::text) end as "endOfDay"
      from chosen d cross join lateral (${entryFacts(sql`d.entry_id`)}) f
      left join ledger.account k on k.account_id = d.against
      order by ${order}`),
  ])
  const closing = (opening + sums.receipts - sums.payments) as Kobo
  const told = lines.map((line) => ({ ...line, endOfDay: line.endOfDay && { receipts: koboOf(line.endOfDay.receipts), payments: koboOf(line.endOfDay.payments) } }))
  if (!format) return { rows: told, total: sums.total, summary: { from, to, accounts, opening, receipts: sums.receipts, payments: sums.payments, closing } }
  const edge = (description: string, balance: Kobo, sides: Pick<Printed, 'receipts' | 'payments'>): Printed => ({ on: null, number: null, description, account: null, ...sides, balance })
  const printed = [edge('Opening balance', opening, { receipts: null, payments: null }), ...told, edge('Closing balance', closing, sums)]
  const of = accountId ? { of: chosen.map(({ name }) => name).join() } : {}
  return draftReport(tx, { name: 'cash-book', format, now, ...of, days: { from, to }, columns, rows: printed, look: ({ number }) => (number === null ? 'total' : 'plain') })
}

/** JSON of the database brings amounts as text, whatever their type says here. */
function koboOf(amount: Kobo): Kobo {
  return BigInt(amount) as Kobo
}

type Printed = Pick<Line, 'description' | 'balance'> & { on: Line['on'] | null; number: number | null; account: string | null; receipts: Kobo | null; payments: Kobo | null }

const shown = (amount: Kobo | null) => (amount === zeroKobo ? null : amount)

const columns: TableColumn<Printed>[] = [
  { header: 'Date', kind: 'date', value: ({ on }) => on },
  { header: 'Entry', kind: 'number', value: ({ number }) => number },
  { header: 'Description', kind: 'text', width: 46, value: ({ description }) => description },
  { header: 'Account', kind: 'text', width: 20, value: ({ account }) => account },
  { header: 'Receipts', kind: 'money', value: ({ receipts }) => shown(receipts) },
  { header: 'Payments', kind: 'money', value: ({ payments }) => shown(payments) },
  { header: 'Balance', kind: 'money', value: ({ balance }) => balance },
]
