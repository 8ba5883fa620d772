import { dayIn } from '#domain/calendar.ts'
import type { CooperativeId } from '#domain/ids.ts'
import { isReminderTime, noticesOf } from '#domain/lending/loans/reminder.ts'
import type { Tx } from '#server/db/tx.ts'
import { notifyMembers } from '#server/features/access/notifications/notify-members.ts'
import { findDueReminders, getReminders } from './queries.ts'
import { insertReminderMessages, insertReminders, takeDay } from './store.ts'

/** Tells a cooperative's borrowers once a day, from seven in Lagos on, what falls due and what is late; answers how many notices went out. */
export async function remindBorrowers(tx: Tx, cooperativeId: CooperativeId, now: Date): Promise<number> {
  const today = dayIn(now)
  if (!isReminderTime(now) || !(await takeDay(tx, cooperativeId, today))) return 0
  const settings = await getReminders(tx)
  const due = await findDueReminders(tx, today, settings)
  if (due.length === 0) return 0
  const notices = noticesOf(due, today)
  await insertReminders(tx, cooperativeId, due)
  notifyMembers(tx, cooperativeId, notices)
  await insertReminderMessages(tx, cooperativeId, notices, settings)
  return notices.length
}
