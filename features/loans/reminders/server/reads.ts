import { addDays, type Day } from '#core/calendar.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { DueReminder } from '#features/loans/loans/rules/reminder.ts'
import * as contract from '#features/loans/reminders/contract.ts'
import { lateOn } from '#features/savings/arrears/server/reads.ts'
import { action } from '#platform/action.ts'
import { hasLeftOrDied } from '#platform/db/current-members.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

export type Reminders = Replied<typeof contract.getReminders>

export async function findReminders(tx: Tx): Promise<Reminders> {
  const saved = await tx.maybe<Reminders>(sql`
    select remind_days_before, remind_overdue, remind_by_sms, remind_by_email from app.reminder_setting`)
  return saved ?? { remindDaysBefore: 3, remindOverdue: true, remindBySms: false, remindByEmail: false }
}

export const getReminders = action(contract.getReminders, ({ tx }) => findReminders(tx))

/**
 * The reminders of today that were not sent yet. What an employer deducted and has not paid over counts as paid, as in
 * every figure of arrears.
 */
export async function findDueReminders(
  tx: Tx,
  today: Day,
  { remindDaysBefore, remindOverdue }: Reminders,
): Promise<DueReminder[]> {
  const through = addDays(today, remindDaysBefore)
  // Of several instalments of a loan within these days only the next one is reminded of.
  const lastDay = sql`least(${through}::date, ${today}::date + case l.terms ->> 'repaidEvery' when 'week' then 6 when 'fortnight' then 13 else 14 end)`
  return tx.many(sql`
    with late as (${lateOn(today)}), soon as (${lateOn(addDays(through, 1), sql`i.due_on <= (select ${lastDay} from app.loan l where l.loan_id = i.loan_id)`)}),
    due as (
      select i.loan_id, i.number, 0 as step, i.due_on as on_day, s.overdue - coalesce(late.overdue, 0) as amount
      from soon s join app.loan_instalment i on i.loan_id = s.loan_id join app.loan l on l.loan_id = s.loan_id left join late on late.loan_id = s.loan_id
      where ${remindDaysBefore} > 0 and i.due_on between ${today}::date and ${lastDay} and i.due_on >= s.since and s.overdue > coalesce(late.overdue, 0)
        and i.owed_principal + i.owed_interest + i.owed_fees + i.owed_penalties > 0
      union all
      select i.loan_id, i.number, a.step, l.since, l.overdue
      from late l join app.loan_instalment i on i.loan_id = l.loan_id cross join (values (1), (7), (30)) a(step)
      where ${remindOverdue} and i.due_on >= l.since and i.due_on + a.step <= ${today}::date and i.owed_principal + i.owed_interest + i.owed_fees + i.owed_penalties > 0)
    select d.loan_id, d.number, d.step, l.member_id, m.first_name || ' ' || m.last_name as borrower, c.name as loan, d.on_day as on, d.amount::bigint as amount,
      case when d.step = 30 then array(select g.member_id from app.loan_guarantor g where g.loan_id = d.loan_id and g.status = 'accepted') else '{}' end as guarantors
    from due d join app.loan l using (loan_id) join app.member m using (member_id) join app.loan_configuration c using (loan_configuration_id)
    where l.status = 'active' and not ${hasLeftOrDied} and not exists (select from app.loan_reminder r where r.loan_id = d.loan_id and r.number = d.number and r.step = d.step)
    order by d.loan_id, d.number, d.step`)
}
