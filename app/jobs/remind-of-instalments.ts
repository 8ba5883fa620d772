import type { CooperativeId } from '#core/ids.ts'
import { isReminderTime } from '#features/loans/loans/rules/reminder.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { remindBorrowers } from '#features/loans/reminders/server/jobs.ts'
import { inTurn } from '#platform/jobs/in-turn.ts'

/** One cooperative after the other, each in its own transaction and lock. */
export async function remindOfInstalments(database: Database, now = new Date()): Promise<void> {
  if (!isReminderTime(now)) return
  const cooperatives = await database.platform((tx) =>
    tx.many<{ id: CooperativeId }>(
      sql`select cooperative_id as id from app.cooperative where deleted_at is null and status = 'active'`,
    ),
  )
  await inTurn('cooperatives', cooperatives, ({ id }) =>
    database.tenant({ cooperativeId: id, role: 'job' }, (tx) => remindBorrowers(tx, id, now)),
  )
}
