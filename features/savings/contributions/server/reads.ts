import type { Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { type Day, firstDayOf, type Period, periodOf } from '#core/calendar.ts'
import * as contract from '#features/savings/contributions/contract.ts'
import { standing } from '#features/savings/contributions/rules/contribution.ts'
import type { AccountTypeKind } from '#features/accounting/books/rules/account-kinds.ts'
import type { AccountId, AccountTypeId, MemberId } from '#core/ids.ts'
import type { MemberStatus } from '#features/members/members/rules/member.ts'
import type { Kobo } from '#core/money.ts'
import { foldQuery } from '#core/searching.ts'
import { action } from '#platform/action.ts'
import { waysTo } from '#platform/db/messages.ts'
import { allOf, containing, sql, type Statement } from '#platform/db/sql.ts'
import type { Joined, Tx } from '#platform/db/tx.ts'
import { cashCode } from '#features/accounting/books/rules/chart.ts'
import { outstanding } from '#features/members/members/rules/monthly-contribution.ts'

/** What a contribution meets: the member, the account it goes to, and how far the books are open. */
export type FactsRow = {
  position: number
  memberId: MemberId
  name: string
  status: MemberStatus
  mergedInto: string | null
  registrationDate: Day
  membershipNumber: number
  accountId: AccountId | null
  cashId: AccountId
  cashName: string
  booksBeginOn: Day
  closedThrough: Day | null
  /** Whether the member has receipts by SMS or email too. */
  receiptLeavesApp: boolean
} & Joined<{
  accountTypeId: AccountTypeId
  typeName: string
  typeKind: AccountTypeKind
  controlId: AccountId
  controlCode: string
}>

export type Wanted = { memberId: MemberId | null; membershipno: string | null; accountTypeId: AccountTypeId | null }

/**
 * The facts behind each wanted contribution, by its position from 1; a position without a member is missing. Members
 * are share-locked, so that none is removed before the posting commits.
 */
export async function findFacts(tx: Tx, wanted: readonly Wanted[]): Promise<Map<number, FactsRow>> {
  const { leavesApp, joins } = waysTo('receipt', { bySms: false, byEmail: false })
  const rows = await tx.many<FactsRow>(sql`
    select w.position::int, m.member_id, m.first_name || ' ' || m.last_name as name, m.status, (select o.membershipno from app.member o where o.member_id = m.merged_into) as merged_into, m.registration_date, m.membership_number,
      t.account_type_id, t.name as type_name, t.kind as type_kind, t.control_id, k.code as control_code, a.account_id,
      cash.account_id as cash_id, cash.name as cash_name, h.books_begin_on, h.closed_through, ${leavesApp} as receipt_leaves_app
    from unnest(${wanted.map((w) => w.memberId)}::uuid[], ${wanted.map((w) => w.membershipno)}::text[], ${wanted.map((w) => w.accountTypeId)}::uuid[])
      with ordinality as w(member_id, membershipno, account_type_id, position)
    cross join ledger.head h
    cross join lateral (select account_id, name from ledger.account where code = ${cashCode} limit 1) cash
    -- The running number has an index; an "or" over both names would read all members for each row.
    left join lateral (select n.member_id from app.member n where w.member_id is null
      and n.membership_number = substring(w.membershipno from '([0-9]{1,9})$')::int and (n.membershipno = w.membershipno or w.membershipno ~ '^[0-9]{1,9}$') limit 1) n on true
    -- Each look-up below is limited to its one row, which keeps it on its key whatever the planner knows of the table. (A
    -- coalesce is no leakproof expression, so row security would keep it from the index; a case is one.)
    cross join lateral (select * from app.member m where m.member_id = case when w.member_id is null then n.member_id else w.member_id end limit 1 for key share) m
    -- A fixed deposit takes its money whole, on a page of its own.
    left join lateral (select * from app.account_type t where t.retired_at is null and t.kind <> 'fixed_deposit'
      and case when w.account_type_id is null then t.is_default else t.account_type_id = w.account_type_id end limit 1) t on true
    left join lateral (select code from ledger.account k where k.account_id = t.control_id limit 1) k on true
    left join lateral (select a.account_id from ledger.account a where a.member_id = m.member_id
      and a.account_type_id = t.account_type_id limit 1) a on true
    ${joins}
    -- Not inside the look-up: there it would let the planner take an index of the members who are there for one by their key.
    where m.removed_at is null`)
  return new Map(rows.map((row) => [row.position, row]))
}

const orders: Record<string, Statement> = {
  membershipno: sql`membership_number, month`,
  '-membershipno': sql`membership_number desc, month`,
  lastName: sql`"lastName", "firstName", month`,
  '-lastName': sql`"lastName" desc, "firstName" desc, month`,
  period: sql`month, membership_number`,
  '-period': sql`month desc, membership_number`,
  outstanding: sql`owed, membership_number, month`,
  '-outstanding': sql`owed desc, membership_number, month`,
  paid: sql`paid, membership_number, month`,
  '-paid': sql`paid desc, membership_number, month`,
}

type Contribution = Replied<typeof contract.listContributions>

/**
 * Expected and paid: of one month for all members (this month where none is named), or of all months of one member. A
 * member's session asks about themselves, whatever it asks.
 */
export const listContributions = action(contract.listContributions, async ({ tx, actor, today }, input) => {
  const { period, memberId, standing: wanted, q, sort, page, limit } = input
  const who = actor.role === 'member' ? actor.memberId : memberId
  const thisMonth = periodOf(today)
  const only = period ?? (who ? undefined : thisMonth)
  const order = orders[sort ?? (who ? '-period' : 'membershipno')] ?? sql`membership_number, month`
  const members = allOf([
    sql`m.removed_at is null`,
    ...(who ? [sql`m.member_id = ${who}`] : []),
    ...(q ? [sql`m.search_text like ${containing(foldQuery(q))}`] : []),
  ])
  const first = only ? sql`${firstDayOf(only)}::date` : sql`(m.contributions_due_from - interval '1 month')::date`
  const last = sql`${firstDayOf(only ?? thisMonth)}::date`
  // A month is expected from the one on in which contributions are due, at the plan of that month, and what was brought forward in the
  // month before; what was paid for any other month shows too.
  // Both are stacked and added up, and each member is looked up by their key: no step can be planned as a walk over all
  // members for each row, as a join can while PostgreSQL has not yet counted a table that just grew.
  const standings = sql`
    with expected as (
      select m.member_id, g.month::date as month, case when m.status = 'active' or g.month < ${firstDayOf(thisMonth)}::date then p.monthly else 0 end as expected
      from app.member m
      cross join lateral generate_series(greatest(${first}, (m.contributions_due_from - interval '1 month')::date), ${last}, interval '1 month') g(month)
      cross join lateral (select cp.monthly from app.contribution_plan cp where cp.member_id = m.member_id and cp.effective_from <= g.month
        order by cp.effective_from desc limit 1) p
      -- Nothing is expected of a former member from the month on in which they left.
      where ${members} and (m.left_on is null or g.month < date_trunc('month', m.left_on)::date) and (p.monthly > 0 or g.month >= m.contributions_due_from)),
    summed as (
      select member_id, month, sum(expected)::bigint as expected, sum(paid)::bigint as paid, sum(deducted)::bigint as deducted from (
        select member_id, month, expected, 0 as paid, 0 as deducted from expected
        union all
        select t.member_id, t.period, 0, t.amount, 0 from app.transaction t
        where t.type = 'contribution' and t.status = 'approved'
          ${only ? sql`and t.period = ${firstDayOf(only)}::date` : sql``} ${who ? sql`and t.member_id = ${who}` : sql``}
        union all
        select d.member_id, d.period, 0, 0, d.savings_amount from app.deduction d
        where not d.credited ${only ? sql`and d.period = ${firstDayOf(only)}::date` : sql``} ${who ? sql`and d.member_id = ${who}` : sql``}) line
      group by member_id, month),
    standing as (
      select m.member_id as "memberId", m.membershipno, m.membership_number, m.first_name as "firstName", m.last_name as "lastName", s.month,
        s.expected, s.paid, s.deducted, s.expected > 0 and s.month < m.contributions_due_from as "broughtForward", greatest(s.expected - s.paid - s.deducted, 0)::bigint as owed,
        -- What the employer took and keeps is not the member's debt.
        case when s.paid + s.deducted >= s.expected then case when s.expected = 0 and s.paid + s.deducted = 0 then 'none' else 'paid' end
          when s.paid + s.deducted > 0 then 'part' else 'missing' end as standing
      from summed s cross join lateral (select * from app.member m where m.member_id = s.member_id limit 1) m where ${members})`
  const filter = wanted ? sql`where standing = ${wanted}` : sql``
  const [rows, { total, ...summary }] = await Promise.all([
    tx.many<Omit<Contribution, 'outstanding' | 'standing'>>(sql`
      ${standings} select "memberId", membershipno, "firstName", "lastName", to_char(month, 'YYYY-MM') as period, expected, paid, deducted, "broughtForward",
        standing = 'missing' and month = ${firstDayOf(thisMonth)}::date and ${isFromSalary(actor, thisMonth)} as "waitsForEmployer"
      from standing s ${filter} order by ${order} limit ${limit} offset ${(page - 1) * limit}`),
    tx.one<{ total: number; expected: Kobo; paid: Kobo; outstanding: Kobo }>(sql`
      ${standings} select count(*)::int as total, coalesce(sum(expected), 0)::bigint as expected, coalesce(sum(paid), 0)::bigint as paid,
        coalesce(sum(owed), 0)::bigint as outstanding from standing ${filter}`),
  ])
  return { rows: rows.map((row) => standingFrom(row)), total, summary }
})

/** Whether an employer is still to deduct the month of row `s`. A member's employment is closed to their own session: earlier deductions say it. */
function isFromSalary({ role }: TenantActor, month: Period): Statement {
  const first = firstDayOf(month)
  return role === 'member'
    ? sql`exists (select from app.deduction d where d.member_id = s."memberId" and d.savings_amount > 0 and d.period >= ${first}::date - interval '2 months')`
    : sql`exists (select from app.employment e where e.member_id = s."memberId" and e.from_on < ${first}::date + interval '1 month'
        and not exists (select from app.deduction_schedule c join app.deduction_return r on r.schedule_id = c.schedule_id
          where c.employer_id = e.employer_id and c.period = ${first}::date and r.status in ('deducted', 'posted')))`
}

function standingFrom(row: Omit<Contribution, 'outstanding' | 'standing'>): Contribution {
  const taken = (row.paid + row.deducted) as Kobo
  return { ...row, outstanding: outstanding(row.expected, taken), standing: standing(row.expected, taken) }
}
