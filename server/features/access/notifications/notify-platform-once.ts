import type { Database } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { sql } from '#server/db/sql.ts'
import { hintAfter } from '#server/live/hints.ts'

/** Tells the super administrators what the clock finds again and again, once. Says whether it was news. */
export async function notifyPlatformOnce(
  database: Pick<Database, 'platform'>,
  { message, link }: { message: string; link: `/superadmin/${string}` },
): Promise<boolean> {
  return database.platform(async (tx) => {
    const isNew = await tx.run(sql`
      insert into platform.notification (notification_id, type, message, link)
      select ${newId()}, 'warning', ${message}, ${link} where not exists (select from platform.notification n where n.message = ${message})`)
    if (isNew === 1) hintAfter(tx, { topics: ['notifications', 'platform'], officers: false, members: [] })
    return isNew === 1
  })
}
