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
import { againstOf, entryFacts, findDays } from './queries.ts'

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
      select of.code, of.name, p.entry_id, p.line, p.amount as receipt, 0::bigint as payment from of join ledger.posting p on p.debit_id = of.account_id
      union all select of.code, of.name, p.entry_id, p.line, 0, p.amount from of join ledger.posting p on p.credit_id = of.account_id),
    dated as (
      select e.effective_on as on_day, e.entry_no, s.entry_id, s.code, s.name, sum(s.receipt)::bigint as receipts, sum(s.payment)::bigint as payments, count(*)::int as postings, min(s.line) as line
      from side s join ledger.entry e using (entry_id) where e.effective_on between ${from}::date and ${to}::date group by 1, 2, 3, 4, 5)`
  const paging = format ? sql`limit ${rowsMax[format] + 1}` : sql`limit ${limit} offset ${(page - 1) * limit}`
  const [sums, lines] = await Promise.all([
    tx.one<{ receipts: Kobo; payments: Kobo; total: number }>(sql`
      ${moved} select coalesce(sum(receipts), 0)::bigint as receipts, coalesce(sum(payments), 0)::bigint as payments, count(*)::int as total from dated`),
    tx.many<Line>(sql`
      ${moved}, running as (
        select d.*, sum(receipts - payments) over (order by on_day, entry_no, code) as moved,
          lead(on_day) over (order by on_day, entry_no, code) is distinct from on_day as ends_day from dated d),
      day as (select on_day, sum(receipts) as receipts, sum(payments) as payments from dated group by 1),
      chosen as (select * from running d order by ${order} ${paging})
      select d.entry_id as "entryId", f.*, d.name as account, d.receipts, d.payments, d.postings, (${opening}::bigint + d.moved)::bigint as balance, k.against,
        case when d.ends_day then (select jsonb_build_object('receipts', y.receipts::text, 'payments', y.payments::text) from day y where y.on_day = d.on_day) end as "endOfDay"
      from chosen d cross join lateral (${entryFacts(sql`d.entry_id`)}) f 
      left join lateral (${againstOf(sql`d.entry_id`, sql`d.line`, sql`d.postings`, sql`d.receipts > 0`)}) k on true
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
