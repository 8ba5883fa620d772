import { dayIn } from '#core/calendar.ts'
import type { CooperativeId } from '#core/ids.ts'
import { t } from '#core/sentence.ts'
import { lockSmsBudget } from '#features/access/messages/server/lock-sms-budget.ts'
import { notifyMembers, notifyOfficers } from '#features/access/notifications/server/notify-members.ts'
import { isReminderTime, noticesOf, type ReminderNotice } from '#features/loans/loans/rules/reminder.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findDueReminders, findReminders, type Reminders } from './reads.ts'
import { claimDay, countReminderSms, insertReminderMessages, insertReminders } from './writes.ts'

/** Notifies a cooperative's borrowers once a day, from seven in Lagos on, of what falls due and what is late; answers how many notices went out. */
export async function remindBorrowers(tx: Tx, cooperativeId: CooperativeId, now: Date): Promise<number> {
  const today = dayIn(now)
  if (!isReminderTime(now) || !(await claimDay(tx, cooperativeId, today))) return 0
  const settings = await findReminders(tx)
  const due = await findDueReminders(tx, today, settings)
  if (due.length === 0) return 0
  const notices = noticesOf(due, today)
  await insertReminders(tx, cooperativeId, due)
  notifyMembers(tx, cooperativeId, notices)
  await queueWithinLimit(tx, cooperativeId, notices, settings, now)
  return notices.length
}

/** By SMS to all who chose that, or to none where what is left of the month's limit is too small; its officers are notified. */
async function queueWithinLimit(
  tx: Tx,
  cooperativeId: CooperativeId,
  notices: readonly ReminderNotice[],
  settings: Reminders,
  now: Date,
): Promise<void> {
  const budget = await lockSmsBudget(tx, now)
  const wanted = budget ? await countReminderSms(tx, notices, settings) : 0
  const withoutSms = budget !== undefined && wanted > budget.left
  await insertReminderMessages(tx, cooperativeId, notices, settings, { withoutSms })
  const warning = withoutSms
    ? ({
        type: 'warning',
        message: t(
          "Today's loan reminders went without SMS: they take {wanted}, and of the {max} for this month {left} are left. Raise the limit to send them by SMS again.",
          { wanted, max: budget.max, left: budget.left },
        ),
        link: '/coop/settings',
      } as const)
    : wanted > 0
      ? await budget?.warning()
      : undefined
  if (warning) notifyOfficers(tx, cooperativeId, warning)
}
