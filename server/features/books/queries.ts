import type { listReports as listContract } from '#contract/books.ts'
import type { Replied } from '#contract/endpoint.ts'
import { type Day, dayIn } from '#domain/calendar.ts'
import type { AccountId } from '#domain/ids.ts'
import type { AccountClass } from '#domain/ledger/account.ts'
import { type FiscalYear, fiscalYearOf } from '#domain/ledger/fiscal-year.ts'
import { fileFormats, reports } from '#domain/ledger/report.ts'
import type { AccountSums } from '#domain/ledger/trial-balance.ts'
import type { Kobo } from '#domain/money.ts'
import { sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/tx.ts'

export async function listReports(): Promise<Replied<typeof listContract>> {
  return reports.map((report) => ({ ...report, formats: ['json', ...fileFormats] }))
}

export async function findFiscalYearStart(tx: Tx): Promise<string> {
  const { start } = await tx.one<{ start: string }>(sql`select fiscal_year_start as start from app.configuration`)
  return start
}

export type Days = FiscalYear & { /** Of the fiscal year that holds the last day. */ yearFrom: Day }

/** The period that a report is asked for: the fiscal year so far where it names none. */
export async function findDays(tx: Tx, { from, to, asOf }: { from?: Day | undefined; to?: Day | undefined; asOf?: Day | undefined }, now: Date): Promise<Days> {
  const last = to ?? asOf ?? dayIn(now)
  const { from: yearFrom } = fiscalYearOf(last, await findFiscalYearStart(tx))
  return { from: from ?? yearFrom, to: last, yearFrom }
}

type SumsRow = {
  accountId: AccountId
  code: string
  name: string
  class: AccountClass
  opening_debits: Kobo
  opening_credits: Kobo
  debits: Kobo
  credits: Kobo
}

/**
 * What was posted to each account of the society and to the accounts under it, before a day and from it to another, from
 * the postings themselves. Each pair of accounts is summed once and then seen from both sides, so that half a million
 * postings pass through one aggregate. `withoutClosings` leaves out the entries that close a year, and their reversals.
 */
export async function findSums(tx: Tx, { from, to }: FiscalYear, { withoutClosings = false } = {}): Promise<AccountSums[]> {
  const kept = withoutClosings
    ? sql`e.kind <> 'closing' and not exists (select from ledger.entry c where c.entry_id = e.reverses_id and c.kind = 'closing')`
    : sql`true`
  const rows = await tx.many<SumsRow>(sql`
    with pair as (
      select p.debit_id, p.credit_id, e.effective_on >= ${from}::date as inside, sum(p.amount) as amount
      from ledger.posting p join ledger.entry e on e.entry_id = p.entry_id where e.effective_on <= ${to}::date and ${kept} group by 1, 2, 3),
    side as (
      select debit_id as account_id, inside, amount as debit, 0::numeric as credit from pair union all select credit_id, inside, 0, amount from pair)
    select g.account_id as "accountId", g.code, g.name, g.class,
      coalesce(sum(s.debit) filter (where not inside), 0)::bigint as opening_debits, coalesce(sum(s.credit) filter (where not inside), 0)::bigint as opening_credits,
      coalesce(sum(s.debit) filter (where inside), 0)::bigint as debits, coalesce(sum(s.credit) filter (where inside), 0)::bigint as credits
    from side s
    join ledger.account a using (account_id)
    join ledger.account g on g.account_id = coalesce(a.control_id, a.account_id)
    group by g.account_id, g.code, g.name, g.class order by g.code`)
  return rows.map(({ opening_debits, opening_credits, debits, credits, ...account }) => ({
    ...account,
    opening: { debits: opening_debits, credits: opening_credits },
    movement: { debits, credits },
  }))
}

/** What every line of a ledger tells of its entry, for the few entries of one page. */
export const entryFacts = (entryId: Statement): Statement => sql`
  select told.entry_no::int as number, told.effective_on as on, told.kind,
    case when r.entry_id is not null then jsonb_build_object('entryId', r.entry_id, 'number', r.entry_no) end as reverses,
    case when b.entry_id is not null then jsonb_build_object('entryId', b.entry_id, 'number', b.entry_no) end as "reversedBy",
    case
      when told.kind = 'closing' then 'Year closed: surplus moved to undistributed surplus'
      when r.entry_id is not null then 'Reversal of entry No. ' || r.entry_no || coalesce(': ' || (select min(d.reason) from app.transaction_decision d where d.entry_id = told.entry_id), '')
      when t.count = 1 then t.description || ', ' || t.member
      when t.count > 1 then t.count || ' payments of members'
      else initcap(told.kind) end as description
  from ledger.entry told
  left join ledger.entry r on r.entry_id = told.reverses_id
  left join ledger.entry b on b.reverses_id = told.entry_id
  cross join lateral (
    select count(*)::int as count, min(x.description) as description, min(m.first_name || ' ' || m.last_name) as member
    from app.transaction x join app.member m using (member_id) where x.entry_id = told.entry_id) t
  where told.entry_id = ${entryId}`

/**
 * The account on the other side, where an entry touched this one with a single posting; members' accounts go by their
 * control account. Looked up by its key for each line: a join might be planned as a walk over all accounts for each.
 */
export const againstOf = (entryId: Statement, line: Statement, postings: Statement, isDebit: Statement): Statement => sql`
  select (
    select coalesce((select g.name from ledger.account g where g.account_id = o.control_id), o.name)
    from ledger.account o where o.account_id = case when ${isDebit} then x.credit_id else x.debit_id end) as against
  from ledger.posting x where ${postings} = 1 and x.entry_id = ${entryId} and x.line = ${line} limit 1`
