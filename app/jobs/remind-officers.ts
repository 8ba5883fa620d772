import { dayIn } from '#core/calendar.ts'
import type { CooperativeId } from '#core/ids.ts'
import { isReminderTime } from '#features/loans/loans/rules/reminder.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { remindOfActions } from '#features/governance/actions/server/jobs.ts'
import { notifyOfEnquiries } from '#features/governance/enquiries/server/jobs.ts'
import { remindOfFilings } from '#features/governance/filings/server/jobs.ts'
import { inTurn } from '#platform/jobs/in-turn.ts'

/** Notifies officers of what is due and of what came without a name, and members of their actions: one cooperative after the other, each in its own transaction. */
export async function remindOfficers(database: Database, now = new Date()): Promise<void> {
  if (!isReminderTime(now)) return
  const today = dayIn(now)
  const cooperatives = await database.platform((tx) =>
    tx.many<{ id: CooperativeId }>(
      sql`select cooperative_id as id from app.cooperative where deleted_at is null and status = 'active'`,
    ),
  )
  await inTurn('cooperatives', cooperatives, ({ id }) =>
    database.tenant({ cooperativeId: id, role: 'job' }, async (tx) => {
      await remindOfFilings(tx, id, today)
      await notifyOfEnquiries(tx, id, today)
      await remindOfActions(tx, id, today)
    }),
  )
}
