import type { Day } from '#core/calendar.ts'
import type { CooperativeId } from '#core/ids.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { isActionReminderDue, reminderText } from '#features/governance/actions/rules/action.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findActionsToRemind } from './reads.ts'
import { setReminded } from './writes.ts'

/** Notifies members of their actions that are due soon or overdue, each at its times, however often this runs on a day. */
export async function remindOfActions(tx: Tx, cooperativeId: CooperativeId, today: Day): Promise<void> {
  const due = (await findActionsToRemind(tx, today)).filter((action) => isActionReminderDue(action, today))
  if (due.length === 0) return
  notifyMembers(
    tx,
    cooperativeId,
    due.map((action) => ({
      memberId: action.memberId,
      type: action.dueOn < today ? 'warning' : 'info',
      message: reminderText(action, today),
      link: '/member/meetings',
    })),
    'meeting',
  )
  await setReminded(
    tx,
    due.map(({ id }) => id),
    today,
  )
}
