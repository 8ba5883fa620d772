import type { Day } from '#core/calendar.ts'
import { sql, type Statement } from '#platform/db/sql.ts'

/**
 * The loans that are late on a day, with what and since when. What an employer deducted and has not paid over counts as
 * paid, the oldest instalment of a member first, so that no member looks like a defaulter for an employer's delay.
 * `in_arrears`: it is more than the society tolerates (`daysInArrears` is the same rule over one loan's instalments).
 */
export function lateOn(day: Day, which = sql`true`): Statement {
  return sql`
    select o.loan_id, min(o.due_on) as since, sum(least(o.owed, o.upto - o.waiting)) as overdue,
      sum(least(o.owed, o.upto - o.waiting)) > c.arrears_tolerance and ${day}::date - min(o.due_on) > c.arrears_tolerance_days as in_arrears
    from (
      select i.loan_id, i.due_on, ${owedOf} as owed, coalesce(w.waiting, 0) as waiting,
        sum(${owedOf}) over (partition by i.member_id order by i.due_on, i.loan_id, i.number) as upto
      from app.loan_instalment i
      left join (select d.member_id, sum(d.loans_amount) as waiting from app.deduction d where not d.credited and d.loans_amount > 0 group by d.member_id) w using (member_id)
      where i.due_on < ${day} and ${owedOf} > 0 and ${isOwed} and ${which}) o
    cross join app.configuration c
    where o.upto > o.waiting group by o.loan_id, c.arrears_tolerance, c.arrears_tolerance_days`
}

/** Whether an instalment `i` is still expected: what was written off is not. */
export const isOwed = sql`i.loan_id not in (select w.loan_id from app.loan w where w.status = 'written_off')`

/** What is still owed on an instalment `i`. */
export const owedOf = sql`i.owed_principal + i.owed_interest + i.owed_fees + i.owed_penalties`

/** What falls due next of loan `l` from this day on. */
export function nextOn(day: Day): Statement {
  return sql`left join lateral (
    select i.due_on, ${owedOf} as owed from app.loan_instalment i where i.loan_id = l.loan_id and l.status <> 'written_off' and i.due_on >= ${day} and ${owedOf} > 0 order by i.number limit 1) n on true`
}
