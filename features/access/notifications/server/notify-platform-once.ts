import type { Database } from '#server/db/database.ts'
import { insertPlatformNoticeOnce } from './store.ts'

/** Tells the super administrators what the clock finds again and again, once. Says whether it was news. */
export async function notifyPlatformOnce(
  database: Pick<Database, 'platform'>,
  { message, link }: { message: string; link: `/superadmin/${string}` },
): Promise<boolean> {
  return database.platform((tx) => insertPlatformNoticeOnce(tx, { type: 'warning', message, link }))
}
