import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

/** Notifies the super administrators of each problem of the backups, once a day while it lasts. */
export async function warnOfBackups(database: Database, problems: readonly string[]): Promise<void> {
  await database.platform((tx) =>
    tx.run(sql`
      insert into platform.notification (notification_id, type, message, link)
      select gen_random_uuid(), 'warning', problem, '/superadmin/health' from unnest(${problems}::text[]) as problem
      where not exists (
        select from platform.notification n where n.message = problem and n.created_at > now() - interval '1 day')`),
  )
}
