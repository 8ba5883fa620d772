import type { getGeneralLedger as contract } from '#contract/books.ts'
import type { PageOf, Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import type { AccountId, MemberId } from '#domain/ids.ts'
import { type AccountClass, normalSide } from '#domain/ledger/account.ts'
import { type Kobo, zeroKobo } from '#domain/money.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import { sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/tx.ts'
import type { FileDraft } from '#server/files/file-draft.ts'
import type { TableColumn } from '#server/files/table-columns.ts'
import { draftReport, fileFormatOf, rowsMax } from './draft-report.ts'
import { againstOf, entryFacts, findDays } from './queries.ts'

type Line = Replied<typeof contract>
type Account = { accountId: AccountId; code: string; name: string; class: AccountClass; isControl: boolean; memberId: MemberId | null; memberName: string | null }

/** One account's entries with the balance after each. Refuses: not_found, file_rows_too_many. */
export async function getGeneralLedger(
  tx: Tx,
  _actor: TenantActor,
  { accountId, page, limit, sort, format: asked, ...input }: Parsed<typeof contract> & { page: number; limit: number },
  { now }: Context,
): Promise<PageOf<Line> | FileDraft> {
  const account = await findAccount(tx, accountId)
  const { from, to } = await findDays(tx, input, now)
  const format = fileFormatOf(asked)
  const sign = normalSide(account.class) === 'debit' ? sql`1` : sql`-1`
  // An entry is one line, however many postings it has; what was before the period is only summed.
  const moved = sql`
    with of as (select account_id from ledger.account where account_id = ${accountId} or control_id = ${accountId}),
    side as (
      select p.entry_id, p.line, p.amount as debit, 0::bigint as credit from of join ledger.posting p on p.debit_id = of.account_id
      union all select p.entry_id, p.line, 0, p.amount from of join ledger.posting p on p.credit_id = of.account_id),
    before as (
      select coalesce(sum(${sign} * (s.debit - s.credit)), 0)::bigint as opening from side s join ledger.entry e using (entry_id) where e.effective_on < ${from}::date),
    dated as (
      select e.effective_on, e.entry_no, s.entry_id, sum(s.debit)::bigint as debit, sum(s.credit)::bigint as credit, count(*)::int as postings, min(s.line) as line
      from side s join ledger.entry e using (entry_id) where e.effective_on between ${from}::date and ${to}::date group by 1, 2, 3)`
  const descending = sort === '-on'
  const rows = format ? sql`order by d.effective_on, d.entry_no limit ${rowsMax[format] + 1}` : sql`
    order by ${descending ? sql`d.effective_on desc, d.entry_no desc` : sql`d.effective_on, d.entry_no`} limit ${limit} offset ${(page - 1) * limit}`
  const [sums, lines] = await Promise.all([
    tx.one<{ opening: Kobo; debit: Kobo; credit: Kobo; total: number }>(sql`
      ${moved} select (select opening from before), coalesce(sum(debit), 0)::bigint as debit, coalesce(sum(credit), 0)::bigint as credit, count(*)::int as total from dated`),
    tx.many<Line>(sql`
      ${moved}, running as (
        select d.*, ((select opening from before) + sum(${sign} * (debit - credit)) over (order by effective_on, entry_no))::bigint as balance from dated d),
      chosen as (select * from running d ${rows})
      select d.entry_id as "entryId", f.*, d.debit, d.credit, d.postings, d.balance, k.against
      from chosen d cross join lateral (${entryFacts(sql`d.entry_id`)}) f 
      left join lateral (${againstOf(sql`d.entry_id`, sql`d.line`, sql`d.postings`, sql`d.debit > 0`)}) k on true
      order by ${descending ? sql`d.effective_on desc, d.entry_no desc` : sql`d.effective_on, d.entry_no`}`),
  ])
  const net = (sums.debit - sums.credit) as Kobo
  const closing = (sums.opening + (normalSide(account.class) === 'debit' ? net : -net)) as Kobo
  if (!format) return { rows: lines, total: sums.total, summary: { account, from, to, opening: sums.opening, debit: sums.debit, credit: sums.credit, closing } }
  const edge = (description: string, balance: Kobo, sides: { debit: Kobo | null; credit: Kobo | null }): Printed => ({ on: null, number: null, description, against: null, ...sides, balance })
  const printed = [edge('Opening balance', sums.opening, { debit: null, credit: null }), ...lines, edge('Closing balance', closing, sums)]
  const of = `${account.code} ${account.memberName ?? account.name}`
  return draftReport(tx, { name: 'general-ledger', format, now, of, days: { from, to }, columns, rows: printed, look: ({ number }) => (number === null ? 'total' : 'plain') })
}

async function findAccount(tx: Tx, accountId: AccountId): Promise<Account> {
  const found = await tx.maybe<Account>(sql`
    select a.account_id as "accountId", a.code, a.name, a.class, a.is_control as "isControl", a.member_id as "memberId", m.first_name || ' ' || m.last_name as "memberName"
    from ledger.account a left join app.member m on m.member_id = a.member_id where a.account_id = ${accountId}`)
  return found ?? refuse('not_found')
}

type Printed = Pick<Line, 'description' | 'against' | 'balance'> & { on: Line['on'] | null; number: number | null; debit: Kobo | null; credit: Kobo | null }

const shown = (amount: Kobo | null) => (amount === zeroKobo ? null : amount)

const columns: TableColumn<Printed>[] = [
  { header: 'Date', kind: 'date', value: ({ on }) => on },
  { header: 'Entry', kind: 'number', value: ({ number }) => number },
  { header: 'Description', kind: 'text', width: 46, value: ({ description }) => description },
  { header: 'Against', kind: 'text', width: 24, value: ({ against }) => against },
  { header: 'Debit', kind: 'money', value: ({ debit }) => shown(debit) },
  { header: 'Credit', kind: 'money', value: ({ credit }) => shown(credit) },
  { header: 'Balance', kind: 'money', value: ({ balance }) => balance },
]
