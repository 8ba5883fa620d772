import type { Replied } from '#core/contract/endpoint.ts'
import { type Day, firstDayOf, periodOf } from '#core/calendar.ts'
import type { Kobo } from '#core/money.ts'
import { foldQuery } from '#core/searching.ts'
import { answerReport, type Found, pagingOf } from '#features/accounting/books/server/answer-report.ts'
import { findDays } from '#features/accounting/books/server/reads.ts'
import { contributionsReport } from '#features/savings/contribution-report/contract.ts'
import { action } from '#platform/action.ts'
import { allOf, containing, sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

type Asked = {
  standing?: 'paid' | 'part' | 'missing' | undefined
  q?: string | undefined
  sort: string
  page: number
  limit: number
}
type Row = Replied<typeof contributionsReport>

const orders: Record<string, Statement> = {
  '-membershipno': sql`m.membership_number desc`,
  name: sql`m.last_name, m.first_name, m.membership_number`,
  '-name': sql`m.last_name desc, m.first_name desc, m.membership_number`,
  expected: sql`s.expected, m.membership_number`,
  '-expected': sql`s.expected desc, m.membership_number`,
  paid: sql`s.paid, m.membership_number`,
  '-paid': sql`s.paid desc, m.membership_number`,
  outstanding: sql`s.outstanding, m.membership_number`,
  '-outstanding': sql`s.outstanding desc, m.membership_number`,
}

const standingIs = {
  paid: sql`s.outstanding = 0`,
  part: sql`s.outstanding > 0 and s.paid + s.deducted > 0`,
  missing: sql`s.outstanding > 0 and s.paid + s.deducted = 0`,
} as const

const standings = [
  { value: 'paid', label: 'Paid' },
  { value: 'part', label: 'Paid in part' },
  { value: 'missing', label: 'Nothing paid' },
] as const

/** What each member was to contribute in a period and did. Refuses: days_wrong_way, file_rows_too_many. */
export const getContributionsReport = action(contributionsReport, async ({ tx, now, today }, asked) => {
  const { standing, format } = asked
  const days = await findDays(tx, asked, now)
  const found = await findContributionsBetween(
    tx,
    { ...days, today },
    { standing, ...pagingOf(contributionsReport, asked) },
  )
  return answerReport(tx, contributionsReport, found, {
    format,
    now,
    days,
    of: standings.find(({ value }) => value === standing)?.label,
    choices: [{ filter: 'standing', options: standings }],
  })
})

/**
 * Expected, paid and outstanding of each member for the months from one day's to another's, by what was posted up to the
 * latter. Outstanding is counted month by month: what is paid too much for one month leaves another as it is.
 */
async function findContributionsBetween(
  tx: Tx,
  { from, to, today }: { from: Day; to: Day; today: Day },
  { standing, q, sort, page, limit }: Asked,
): Promise<Found<Row>> {
  const [first, last] = [firstDayOf(periodOf(from)), firstDayOf(periodOf(to))]
  // As the list of contributions says what is expected. Each line of a plan is for the months until the next one, and most
  // members have one or two, so the months come from few rows; what was brought forward is the line of the month before contributions are due.
  const found = sql`
    with plan as (
      select cp.member_id, cp.monthly, cp.effective_from, lead(cp.effective_from) over (partition by cp.member_id order by cp.effective_from) as until from app.contribution_plan cp),
    expected as (
      select m.member_id, g.month::date as month, p.monthly as expected
      from plan p join app.member m using (member_id)
      cross join lateral generate_series(
        greatest(p.effective_from, ${first}::date, (m.contributions_due_from - interval '1 month')::date)::timestamp,
        least(${last}::date::timestamp, p.until - interval '1 month', date_trunc('month', m.left_on::timestamp) - interval '1 month'), interval '1 month') g(month)
      where p.monthly > 0 and (m.removed_at is null or m.removed_at >= (${to}::date + 1)::timestamp at time zone 'Africa/Lagos')
        -- A member who is not active owes nothing for the month that is under way.
        and (m.status = 'active' or g.month < ${firstDayOf(periodOf(today))}::date)),
    line as (
      select member_id, month, expected, 0::bigint as paid, 0::bigint as deducted from expected
      union all
      select t.member_id, t.period, 0, t.amount, 0 from app.transaction t
      where t.type = 'contribution' and t.period between ${first}::date and ${last}::date and t.occurred_on <= ${to}::date and (t.status = 'approved'
        or t.status = 'reversed' and exists (select from ledger.entry r where r.reverses_id = t.entry_id and r.effective_on > ${to}::date))
      union all
      -- What the employer took by then; it was the member's once the voucher was dated.
      select d.member_id, d.period, 0, 0, d.savings_amount from app.deduction d join app.deduction_return r using (return_id)
      where d.period between ${first}::date and ${last}::date and d.savings_amount > 0 and r.occurred_on <= ${to}::date
        and (not d.credited or exists (select from ledger.entry e where e.entry_id = r.entry_id and e.effective_on > ${to}::date))),
    month as (
      select member_id, sum(expected) as expected, sum(paid) as paid, sum(deducted) as deducted, greatest(sum(expected) - sum(paid) - sum(deducted), 0) as outstanding
      from line group by member_id, month),
    s as (
      select member_id, sum(expected)::bigint as expected, sum(paid)::bigint as paid, sum(deducted)::bigint as deducted, sum(outstanding)::bigint as outstanding
      from month group by member_id)`
  const chosen = sql`
    from s cross join lateral (select * from app.member o where o.member_id = s.member_id limit 1) m
    where ${allOf([
      ...(standing ? [standingIs[standing]] : []),
      ...(q ? [sql`m.search_text like ${containing(foldQuery(q))}`] : []),
    ])}`
  const [rows, { total, ...totals }] = await Promise.all([
    tx.many<Row>(sql`
      ${found} select m.member_id, m.membershipno, m.first_name || ' ' || m.last_name as name, s.expected, s.paid, s.deducted, s.outstanding
      ${chosen} order by ${orders[sort] ?? sql`m.membership_number`} limit ${limit} offset ${(page - 1) * limit}`),
    tx.one<{ total: number; expected: Kobo; paid: Kobo; deducted: Kobo; outstanding: Kobo }>(sql`
      ${found} select count(*)::int as total, coalesce(sum(s.expected), 0)::bigint as expected, coalesce(sum(s.paid), 0)::bigint as paid,
        coalesce(sum(s.deducted), 0)::bigint as deducted, coalesce(sum(s.outstanding), 0)::bigint as outstanding ${chosen}`),
  ])
  return { rows, total, totals }
}
