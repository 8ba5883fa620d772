import type { Day } from '#core/calendar.ts'
import type { CooperativeId } from '#core/ids.ts'
import type { DueReminder, ReminderNotice } from '#features/loans/loans/rules/reminder.ts'
import { queuedTo, smsTo } from '#platform/db/messages.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Reminders } from './queries.ts'
import * as strings from './strings.ts'

/** Locked until the transaction ends: of two who change it the second finds what the first left. */
export async function lockReminders(tx: Tx, cooperativeId: CooperativeId): Promise<void> {
  await tx.run(
    sql`insert into app.reminder_setting (cooperative_id) values (${cooperativeId}) on conflict (cooperative_id) do nothing`,
  )
  await tx.run(sql`select from app.reminder_setting for update`)
}

export async function saveReminders(
  tx: Tx,
  { remindDaysBefore, remindOverdue, remindBySms, remindByEmail }: Reminders,
): Promise<void> {
  await tx.run(sql`
    update app.reminder_setting set remind_days_before = ${remindDaysBefore}, remind_overdue = ${remindOverdue}, remind_by_sms = ${remindBySms}, remind_by_email = ${remindByEmail}`)
}

/** Takes this cooperative's reminders of the day; false where they were sent already, or another server sends them. */
export async function takeDay(tx: Tx, cooperativeId: CooperativeId, today: Day): Promise<boolean> {
  const taken = await tx.run(sql`
    insert into app.reminder_setting (cooperative_id, reminded_on) values (${cooperativeId}, ${today})
    on conflict (cooperative_id) do update set reminded_on = excluded.reminded_on where reminder_setting.reminded_on is null or reminder_setting.reminded_on < excluded.reminded_on`)
  return taken > 0
}

export async function insertReminders(
  tx: Tx,
  cooperativeId: CooperativeId,
  due: readonly DueReminder[],
): Promise<void> {
  await tx.run(sql`
    insert into app.loan_reminder (cooperative_id, loan_id, number, step)
    select ${cooperativeId}, r.* from unnest(${due.map(({ loanId }) => loanId)}::uuid[], ${due.map(({ number }) => number)}::int[], ${due.map(({ step }) => step)}::int[]) as r`)
}

const toldOf = (notices: readonly ReminderNotice[]) =>
  sql`select * from unnest(${notices.map(({ memberId }) => memberId)}::uuid[], ${notices.map(({ message }) => message)}::text[]) as n(member_id, message)`

/** How many SMS these notices take, in parts as they are charged. */
export async function countReminderSms(
  tx: Tx,
  notices: readonly ReminderNotice[],
  { remindBySms, remindByEmail }: Reminders,
): Promise<number> {
  const ways = { bySms: remindBySms, byEmail: remindByEmail }
  const { sms } = await tx.one<{ sms: number }>(smsTo(toldOf(notices), 'reminder', ways))
  return sms
}

/** The same words by SMS and email, as the member chose or else the society. */
export async function insertReminderMessages(
  tx: Tx,
  cooperativeId: CooperativeId,
  notices: readonly ReminderNotice[],
  { remindBySms, remindByEmail }: Reminders,
  { withoutSms = false } = {},
): Promise<void> {
  const ways = {
    kind: 'reminder',
    subject: strings.yourLoan,
    bySms: remindBySms,
    byEmail: remindByEmail,
    withoutSms,
  } as const
  await tx.run(queuedTo(cooperativeId, toldOf(notices), ways))
}
