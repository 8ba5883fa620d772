import type { CooperativeId } from '#domain/ids.ts'
import { isReminderTime } from '#features/loans/loans/rules/reminder.ts'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { remindBorrowers } from '#features/loans/reminders/server/remind-borrowers.ts'
import { inTurn } from './in-turn.ts'

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
