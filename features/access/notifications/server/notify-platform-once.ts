import type { Database } from '#platform/db/database.ts'
import { insertPlatformNoticeOnce } from './store.ts'

/** Notifies the super administrators once of what a job finds again and again. Says whether it was new. */
export async function notifyPlatformOnce(
  database: Pick<Database, 'platform'>,
  { message, link }: { message: string; link: `/superadmin/${string}` },
): Promise<boolean> {
  return database.platform((tx) => insertPlatformNoticeOnce(tx, { type: 'warning', message, link }))
}
