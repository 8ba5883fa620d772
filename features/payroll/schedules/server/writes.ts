import type { Component } from '#features/payroll/employers/rules/words.ts'
import type { CreditMoment, LevyCode, MissedSavings } from '#features/payroll/schedules/rules/words.ts'
import type { Kobo } from '#core/money.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { CooperativeId, ScheduleId, EmployerId } from '#core/ids.ts'
import { sql, type Statement } from '#platform/db/sql.ts'
import { type Period, firstDayOf, type Day } from '#core/calendar.ts'
import { owedOf } from '#features/savings/arrears/server/reads.ts'

export type DeductionSettings = {
  allocationOrder: readonly Component[]
  creditOn: CreditMoment
  levy: Kobo
  levyCode: LevyCode
  arrears: boolean
  missedSavings: MissedSavings
}

/**
 * What is asked of members for their loans in a month, as (member_id, amount): of each running loan what falls due by the
 * end of the month and is not paid. Unless arrears are wanted whole, no more than one instalment of each, so that no one's
 * salary is taken for months at once; what was missed is asked for after the last one. What is on its way is not asked for
 * again: deducted and not credited yet, or sent to an employer who has not answered for these two months.
 */
function loanInstalmentsDue(month: Day, arrears: boolean): Statement {
  return sql`
    select owing.member_id, least(owing.asked, greatest(owing.owed - coalesce(coming.amount, 0), 0)) as amount
    from (
      select l.member_id, sum(due.owed) as owed, sum(case when ${arrears}::boolean then due.owed else least(due.owed, greatest(due.own, l.regular_instalment)) end) as asked
      from (
        select i.loan_id, sum(${owedOf}) as owed, coalesce(sum(${owedOf}) filter (where i.due_on >= ${month}::date), 0) as own
        from app.loan_instalment i where i.due_on < ${month}::date + interval '1 month' and ${owedOf} > 0 group by i.loan_id) due
      join app.loan l on l.loan_id = due.loan_id where l.status = 'active' group by l.member_id) owing
    left join (
      select c.member_id, sum(c.amount) as amount from (
        select d.member_id, d.loans_amount as amount from app.deduction d where not d.credited
        union all
        select x.member_id, x.loans_amount from (${unansweredSchedules(month)}) s join app.deduction_line x on x.schedule_id = s.schedule_id where x.loans_amount > 0) c
      group by c.member_id) coming on coming.member_id = owing.member_id`
}

/** The lists of the two months before that were sent and are not answered: what they ask is not asked for again. */
const unansweredSchedules = (month: Day) => sql`
  select s.schedule_id, s.employer_id, s.period from app.deduction_schedule s
  where s.sent_at is not null and s.period >= ${month}::date - interval '2 months' and s.period < ${month}::date
    and not exists (select from app.deduction_return r where r.schedule_id = s.schedule_id and r.status in ('deducted', 'posted'))`

/**
 * What these members (a query of member_id) did not save of earlier months, as (member_id, month, amount), at the plan of each
 * month. What is deducted and not credited yet counts as saved; the months of lists that are not answered are left out.
 */
export function missedSavings(members: Statement, employerId: EmployerId, month: Day): Statement {
  return sql`
    select asked.member_id, asked.month, asked.monthly - saved.amount as amount
    from (
      select m.member_id, g.month::date as month, p.monthly
      from (${members}) w join app.member m on m.member_id = w.member_id
      left join app.first_unpaid_month u on u.member_id = m.member_id and not exists (select from app.stale_unpaid_month r where r.member_id = m.member_id)
      cross join lateral generate_series(coalesce(u.month, m.contributions_due_from - interval '1 month')::timestamp, ${month}::date - interval '1 month', interval '1 month') g(month)
      cross join lateral (select cp.monthly from app.contribution_plan cp where cp.member_id = m.member_id and cp.effective_from <= g.month
        order by cp.effective_from desc limit 1) p
      where p.monthly > 0 and not exists (select from (${unansweredSchedules(month)}) s where s.employer_id = ${employerId} and s.period = g.month::date)) asked
    cross join lateral (select coalesce(sum(line.amount), 0)::bigint as amount from (
        select t.amount from app.transaction t where t.member_id = asked.member_id and t.period = asked.month and t.type = 'contribution' and t.status = 'approved'
        union all select d.savings_amount from app.deduction d where d.member_id = asked.member_id and d.period = asked.month and not d.credited) line) saved
    where asked.monthly > saved.amount`
}

/** Writes the lines of a draft again from members, plans and settings as they are; returns how many there are. */
export async function rewriteLines(
  tx: Tx,
  cooperativeId: CooperativeId,
  scheduleId: ScheduleId,
  employerId: EmployerId,
  period: Period,
  { levy, arrears, missedSavings: wanted }: Pick<DeductionSettings, 'levy' | 'arrears' | 'missedSavings'>,
): Promise<number> {
  const month = firstDayOf(period)
  // One month's savings more, or everything; where none is wanted nothing is looked up.
  const missed =
    wanted === 'none'
      ? sql`select null::uuid as member_id, 0 as amount where false`
      : sql`
    select member_id, greatest(sum(amount), 0) as amount from (
      ${missedSavings(sql`select member_id from app.employment where employer_id = ${employerId}`, employerId, month)}
      union all select x.member_id, null, -x.missed_amount from (${unansweredSchedules(month)}) s join app.deduction_line x on x.schedule_id = s.schedule_id where x.missed_amount > 0) s
    group by member_id`
  const mostMissed = wanted === 'one' ? sql`coalesce(p.monthly, 0)` : sql`coalesce(missed.amount, 0)`
  await tx.run(sql`delete from app.deduction_line where schedule_id = ${scheduleId}`)
  const { members } = await tx.one<{ members: number }>(sql`
    with due as (
      select m.member_id, e.staff_number, m.membershipno, m.first_name || ' ' || m.last_name as name, m.membership_number,
        coalesce(loan.amount, 0)::bigint as loans, ${levy}::bigint as levy, coalesce(p.monthly, 0)::bigint as savings, e.shares_amount as shares,
        least(coalesce(missed.amount, 0), ${mostMissed})::bigint as missed
      from app.employment e
      join app.member m on m.member_id = e.member_id
      left join lateral (select cp.monthly from app.contribution_plan cp where cp.member_id = m.member_id and cp.effective_from <= ${month}::date
        order by cp.effective_from desc limit 1) p on true
      left join (select member_id, sum(amount) as amount from (${loanInstalmentsDue(month, arrears)}) l group by member_id) loan on loan.member_id = m.member_id
      left join (${missed}) missed on missed.member_id = m.member_id
      where e.employer_id = ${employerId} and e.from_on < ${month}::date + interval '1 month' and m.status = 'active' and m.removed_at is null
        and m.registration_date < ${month}::date + interval '1 month'),
    written as (
      insert into app.deduction_line (cooperative_id, schedule_id, number, member_id, staff_number, membershipno, name, loans_amount, levy_amount, savings_amount,
        missed_amount, shares_amount, total_amount)
      select ${cooperativeId}, ${scheduleId}, row_number() over (order by membership_number), member_id, staff_number, membershipno, name, loans, levy, savings + missed,
        missed, shares, loans + levy + savings + missed + shares
      from due where loans + levy + savings + missed + shares > 0
      returning loans_amount, levy_amount, savings_amount, shares_amount, total_amount)
    update app.deduction_schedule s set members = w.members, loans_amount = w.loans, levy_amount = w.levy, savings_amount = w.savings, shares_amount = w.shares,
      total_amount = w.total
    from (select count(*)::int as members, coalesce(sum(loans_amount), 0)::bigint as loans, coalesce(sum(levy_amount), 0)::bigint as levy,
      coalesce(sum(savings_amount), 0)::bigint as savings, coalesce(sum(shares_amount), 0)::bigint as shares, coalesce(sum(total_amount), 0)::bigint as total from written) w
    where s.schedule_id = ${scheduleId} returning s.members`)
  return members
}
