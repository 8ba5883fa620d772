import type { appropriationReport, dividendsReport } from '#contract/society/surplus-reports.ts'
import type { Replied } from '#contract/endpoint.ts'
import type { Day } from '#domain/calendar.ts'
import type { Kobo } from '#domain/money.ts'
import { foldQuery } from '#domain/searching.ts'
import { dividendMethodNames, type DividendMethod } from '#domain/society/surplus/words.ts'
import { allOf, containing, sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/tx.ts'
import type { Found } from '#server/features/books/books/answer-report.ts'

type Days = { from: Day; to: Day }
type DividendRow = Replied<typeof dividendsReport>

const orders: Record<string, Statement> = {
  '-membershipno': sql`m.membership_number desc, r.posted_on`,
  name: sql`m.last_name, m.first_name, m.membership_number, r.posted_on`,
  '-name': sql`m.last_name desc, m.first_name desc, m.membership_number, r.posted_on`,
  gross: sql`l.gross, m.membership_number, r.posted_on`,
  '-gross': sql`l.gross desc, m.membership_number, r.posted_on`,
  net: sql`l.gross - l.tax, m.membership_number, r.posted_on`,
  '-net': sql`l.gross - l.tax desc, m.membership_number, r.posted_on`,
}

/** The lines of the dividends that were posted in a period and are not reversed. */
export async function findDividendsBetween(
  tx: Tx,
  { from, to }: Days,
  { q, sort, page, limit }: { q?: string | undefined; sort: string; page: number; limit: number },
): Promise<Found<DividendRow>> {
  const where = allOf([
    sql`r.posted_on between ${from} and ${to} and r.released_at is null`,
    ...(q ? [sql`m.search_text like ${containing(foldQuery(q))}`] : []),
  ])
  const found = sql`
    from app.dividend_line l join app.dividend_run r on r.run_id = l.run_id join app.member m on m.member_id = l.member_id join app.account_type p on p.account_type_id = r.paid_to where ${where}`
  const [rows, { total, ...totals }] = await Promise.all([
    tx.many<Omit<DividendRow, 'by'> & { accountType: string | null; method: DividendMethod | null }>(sql`
      select m.member_id as "memberId", m.membershipno, m.first_name || ' ' || m.last_name as name, r.name as dividend, r.year_end as "yearEnd", r.account_type_name as "accountType", r.method,
        l.gross, l.tax, l.gross - l.tax as net, p.name as "paidTo", r.posted_on as "paidOn" ${found}
      order by ${orders[sort] ?? sql`m.membership_number, r.posted_on`}, r.run_id limit ${limit} offset ${(page - 1) * limit}`),
    tx.one<{ total: number; gross: Kobo; tax: Kobo; net: Kobo }>(sql`
      select count(*)::int as total, coalesce(sum(l.gross), 0)::bigint as gross, coalesce(sum(l.tax), 0)::bigint as tax, coalesce(sum(l.gross - l.tax), 0)::bigint as net ${found}`),
  ])
  return {
    rows: rows.map(({ accountType, method, ...row }) => ({
      ...row,
      by: method === null ? 'Loan interest paid' : `${accountType}: ${dividendMethodNames[method].toLowerCase()}`,
    })),
    total,
    totals,
  }
}

/** The lines of the appropriations that were posted in a period and are not reversed, with the bye-laws as they are now. */
export async function findAppropriatedBetween(
  tx: Tx,
  { from, to }: Days,
): Promise<Replied<typeof appropriationReport>[]> {
  return tx.many<Replied<typeof appropriationReport>>(sql`
    select j.account_id as "accountId", a.code || ' ' || a.name as account, y.year_end as "yearEnd",
      case when h.basis_points is not null then case when h.is_least then 'at least ' else '' end || trim_scale(h.basis_points / 100.0) || ' %' end as rule, h.clause,
      round(j.credit * 100.0 / p.surplus, 2)::float8 as percent, j.credit as amount, m.title || ': ' || p.resolution as resolution, t.occurred_on as "postedOn", t.entry_no::int as "entryNumber"
    from app.appropriation p
    join app.year_closing y on y.closing_id = p.closing_id
    join app.transaction t on t.transaction_id = p.transaction_id and t.status = 'approved'
    join app.meeting m on m.meeting_id = p.meeting_id
    join app.journal_line j on j.transaction_id = p.transaction_id and j.credit > 0
    join ledger.account a on a.account_id = j.account_id
    left join app.surplus_head h on h.account_id = j.account_id
    where p.released_at is null and t.occurred_on between ${from} and ${to} order by y.year_end, j.line`)
}
