import type { Replied } from '#core/contract/endpoint.ts'
import type { Day } from '#core/calendar.ts'
import type { Kobo } from '#core/money.ts'
import { foldQuery } from '#core/searching.ts'
import { answerReport, pagingOf } from '#features/accounting/books/server/answer-report.ts'
import { standing } from '#features/accounting/books/server/reads.ts'
import { capital } from '#features/members/members/rules/filter-in-words.ts'
import { type MemberStatus, memberStatuses, memberStatusLabels } from '#features/members/members/rules/member.ts'
import * as contract from '#features/members/reports/contract.ts'
import { action } from '#platform/action.ts'
import { allOf, containing, sql, type Statement } from '#platform/db/sql.ts'

const byName = { asc: sql`m.last_name, m.first_name`, desc: sql`m.last_name desc, m.first_name desc` }

const registerOrders: Record<string, Statement> = {
  '-membershipno': sql`m.membership_number desc`,
  name: sql`${byName.asc}, m.membership_number`,
  '-name': sql`${byName.desc}, m.membership_number`,
  joinedOn: sql`m.registration_date, m.membership_number`,
  '-joinedOn': sql`m.registration_date desc, m.membership_number`,
  leftOn: sql`"leftOn", m.membership_number`,
  '-leftOn': sql`"leftOn" desc nulls last, m.membership_number`,
  savings: sql`savings, m.membership_number`,
  '-savings': sql`savings desc, m.membership_number`,
  shares: sql`shares, m.membership_number`,
  '-shares': sql`shares desc, m.membership_number`,
  loans: sql`loans, m.membership_number`,
  '-loans': sql`loans desc, m.membership_number`,
}

/** The moment at which a day is over. */
const afterDay = (day: Day) => sql`(${day}::date + 1)::timestamp at time zone 'Africa/Lagos'`

type RegisterRow = Omit<Replied<typeof contract.membersRegisterReport>, 'status' | 'gender'> & {
  status: MemberStatus
  gender: string
}

/** Everybody who had joined by a day and was not removed by then, as they were at its end. Refuses: file_rows_too_many. */
export const getMembersRegisterReport = action(contract.membersRegisterReport, async ({ tx, now, today }, asked) => {
  const { asOf, to, status, format } = asked
  const day = asOf ?? to ?? today
  const { q, sort, page, limit } = pagingOf(contract.membersRegisterReport, asked)
  const where = allOf([
    sql`(m.registration_date <= ${day}::date or e.joined_on is not null) and (m.removed_at is null or m.removed_at >= ${afterDay(day)})`,
    ...(status ? [sql`s.status = ${status}`] : []),
    ...(q ? [sql`m.search_text like ${containing(foldQuery(q))}`] : []),
  ])
  // A loan's account is no member's in the ledger: its loan names the borrower.
  const found = sql`
    with ${standing(day)},
    held as (
      select h.member_id, coalesce(sum(h.balance) filter (where t.kind <> 'shares'), 0)::bigint as savings, coalesce(sum(h.balance) filter (where t.kind = 'shares'), 0)::bigint as shares
      from standing h join app.account_type t using (account_type_id) group by h.member_id),
    lent as (select l.member_id, -sum(s.balance)::bigint as loans from side s join app.loan l on l.account_id = s.account_id group by l.member_id)`
  const from = sql`
    from app.member m
    left join held using (member_id) left join lent using (member_id)
    -- On a day before they came back, the membership of then.
    left join lateral (select v.joined_on, v.left_on from app.leaving v where v.member_id = m.member_id and v.status = 'readmitted'
      and v.joined_on <= ${day}::date and v.readmitted_on > ${day}::date order by v.joined_on desc limit 1) e on true
    cross join lateral (
      select case when e.left_on <= ${day}::date then 'left' when m.left_on <= ${day}::date then m.status
        -- What the first change after that day changed.
        else coalesce((select c.from_status from app.member_status_change c where c.member_id = m.member_id and c.changed_at >= ${afterDay(day)}
            and (e.left_on is null or c.from_status <> 'left')
          order by c.changed_at limit 1), case when m.left_on is null then m.status else 'active' end) end as status) s
    where ${where}`
  const [rows, { total, ...totals }] = await Promise.all([
    tx.many<RegisterRow>(sql`
      ${found} select m.member_id, m.membershipno, m.first_name || ' ' || m.last_name as name, m.phone, m.gender, coalesce(e.joined_on, m.registration_date) as "joinedOn",
        s.status, case when e.joined_on is not null then case when e.left_on <= ${day}::date then e.left_on end when m.left_on <= ${day}::date then m.left_on end as "leftOn",
        (select string_agg(to_char(v.joined_on, 'DD Mon YYYY') || ' to ' || to_char(v.left_on, 'DD Mon YYYY'), '; ' order by v.joined_on) from app.leaving v
          where v.member_id = m.member_id and v.status = 'readmitted' and v.readmitted_on <= ${day}::date) as "memberBefore",
        coalesce(held.savings, 0)::bigint as savings, coalesce(held.shares, 0)::bigint as shares, coalesce(lent.loans, 0)::bigint as loans
      ${from} order by ${registerOrders[sort] ?? sql`m.membership_number`} limit ${limit} offset ${(page - 1) * limit}`),
    tx.one<{ total: number; savings: Kobo; shares: Kobo; loans: Kobo }>(sql`
      ${found} select count(*)::int as total, coalesce(sum(held.savings), 0)::bigint as savings, coalesce(sum(held.shares), 0)::bigint as shares, coalesce(sum(lent.loans), 0)::bigint as loans ${from}`),
  ])
  return answerReport<Replied<typeof contract.membersRegisterReport>>(
    tx,
    contract.membersRegisterReport,
    {
      ...{ total, totals },
      rows: rows.map((row) => ({ ...row, status: memberStatusLabels[row.status], gender: capital(row.gender) })),
    },
    {
      ...{ format, now },
      days: { to: day },
      of: status && memberStatusLabels[status],
      choices: [
        { filter: 'status', options: memberStatuses.map((value) => ({ value, label: memberStatusLabels[value] })) },
      ],
    },
  )
})

const shareOrders: Record<string, Statement> = {
  '-membershipno': sql`m.membership_number desc`,
  name: sql`${byName.asc}, m.membership_number`,
  '-name': sql`${byName.desc}, m.membership_number`,
  joinedOn: sql`m.registration_date, m.membership_number`,
  '-joinedOn': sql`m.registration_date desc, m.membership_number`,
  shares: sql`h.amount, m.membership_number`,
  '-shares': sql`h.amount desc, m.membership_number`,
  amount: sql`h.amount, m.membership_number`,
  '-amount': sql`h.amount desc, m.membership_number`,
}

type ShareRow = Replied<typeof contract.sharesRegisterReport>

/** Who held shares at the end of a day, and their part of all that was paid up. Refuses: file_rows_too_many. */
export const getSharesRegisterReport = action(contract.sharesRegisterReport, async ({ tx, now, today }, asked) => {
  const { asOf, to, format } = asked
  const day = asOf ?? to ?? today
  const { q, sort, page, limit } = pagingOf(contract.sharesRegisterReport, asked)
  const found = sql`
    with ${standing(day)},
    h as (
      select s.member_id, sum(s.balance)::bigint as amount, case when count(*) = 1 then (array_agg(s.account_id))[1] end as account_id
      from standing s join app.account_type t using (account_type_id) where t.kind = 'shares' and s.member_id is not null and s.balance <> 0 group by s.member_id),
    capital as (select coalesce(sum(amount), 0) as amount from h)`
  const from = sql`
    from h cross join lateral (select * from app.member o where o.member_id = h.member_id limit 1) m cross join app.configuration c cross join capital
    where ${q ? sql`m.search_text like ${containing(foldQuery(q))}` : sql`true`}`
  const [rows, { total, ...totals }] = await Promise.all([
    tx.many<ShareRow>(sql`
      ${found} select m.member_id, h.account_id, m.membershipno, m.first_name || ' ' || m.last_name as name, m.registration_date as "joinedOn",
        (h.amount / c.share_par_value)::int as shares, h.amount, case when capital.amount = 0 then 0 else round(h.amount * 100 / capital.amount, 2)::float end as percent,
        (select min(e.effective_on) from ledger.account a join app.account_type t on t.account_type_id = a.account_type_id and t.kind = 'shares'
          join ledger.posting p on p.credit_id = a.account_id join ledger.entry e on e.entry_id = p.entry_id where a.member_id = m.member_id) as "heldSince",
        case when c.share_ceiling_basis_points < 10000 and h.amount * 10000 > c.share_ceiling_basis_points * capital.amount and h.amount > c.shares_min * c.share_par_value
          then 'Over ' || trim_scale(c.share_ceiling_basis_points / 100.0) || ' %' end as ceiling
      ${from} order by ${shareOrders[sort] ?? sql`m.membership_number`} limit ${limit} offset ${(page - 1) * limit}`),
    tx.one<{ total: number; shares: number; amount: Kobo }>(sql`
      ${found} select count(*)::int as total, coalesce(sum(h.amount / c.share_par_value), 0)::int as shares, coalesce(sum(h.amount), 0)::bigint as amount ${from}`),
  ])
  return answerReport(tx, contract.sharesRegisterReport, { rows, total, totals }, { format, now, days: { to: day } })
})
