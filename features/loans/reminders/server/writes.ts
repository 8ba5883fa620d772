import type { Day } from '#core/calendar.ts'
import type { CooperativeId } from '#core/ids.ts'
import { t } from '#core/sentence.ts'
import type { DueReminder, ReminderNotice } from '#features/loans/loans/rules/reminder.ts'
import { queuedTo, smsTo } from '#platform/db/messages.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert } from '#platform/db/write.ts'
import type { Reminders } from './reads.ts'

/** Locks the settings until the transaction ends: of two who change them the second finds what the first left. */
export async function lockReminders(tx: Tx, cooperativeId: CooperativeId): Promise<void> {
  await insert(tx, 'app.reminder_setting', { cooperativeId }, { unlessThere: true })
  await tx.run(sql`select from app.reminder_setting for update`)
}

/** Claims the reminders of the day for this server; false where they were sent already, or another server sends them. */
export async function claimDay(tx: Tx, cooperativeId: CooperativeId, today: Day): Promise<boolean> {
  const claimed = await tx.run(sql`
    insert into app.reminder_setting (cooperative_id, reminded_on) values (${cooperativeId}, ${today})
    on conflict (cooperative_id) do update set reminded_on = excluded.reminded_on where reminder_setting.reminded_on is null or reminder_setting.reminded_on < excluded.reminded_on`)
  return claimed > 0
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

const noticesOf = (notices: readonly ReminderNotice[]) =>
  sql`select * from unnest(${notices.map(({ memberId }) => memberId)}::uuid[], ${notices.map(({ message }) => message)}::text[]) as n(member_id, message)`

/** How many SMS these notices take, in parts as they are charged. */
export async function countReminderSms(
  tx: Tx,
  notices: readonly ReminderNotice[],
  { remindBySms, remindByEmail }: Reminders,
): Promise<number> {
  const ways = { bySms: remindBySms, byEmail: remindByEmail }
  const { sms } = await tx.one<{ sms: number }>(smsTo(noticesOf(notices), 'reminder', ways))
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
    subject: t('Your loan'),
    bySms: remindBySms,
    byEmail: remindByEmail,
    withoutSms,
  } as const
  await tx.run(queuedTo(cooperativeId, noticesOf(notices), ways))
}
