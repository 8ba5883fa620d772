import { type Day, dayText } from '#core/calendar.ts'
import type { CooperativeId } from '#core/ids.ts'
import { t } from '#core/sentence.ts'
import { notifyOfficers } from '#features/access/notifications/server/notify-members.ts'
import { isReminderDue } from '#features/governance/filings/rules/filing.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findOpenFilings } from './reads.ts'
import { setReminded } from './writes.ts'

/** Notifies the officers of what is due soon or overdue, each at its times, however often this runs on a day. */
export async function remindOfFilings(tx: Tx, cooperativeId: CooperativeId, today: Day): Promise<void> {
  const due = (await findOpenFilings(tx)).filter((filing) => isReminderDue(filing, today))
  for (const { name, dueOn } of due)
    notifyOfficers(tx, cooperativeId, {
      type: dueOn < today ? 'warning' : 'info',
      message:
        dueOn < today
          ? t('{name} was due on {dueOn} and is not done.', { name, dueOn: dayText(dueOn) })
          : t('{name} is due on {dueOn}.', { name, dueOn: dayText(dueOn) }),
      link: '/coop/governance/filings',
    })
  if (due.length > 0)
    await setReminded(
      tx,
      due.map(({ id }) => id),
      today,
    )
}
