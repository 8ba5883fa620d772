import type { Database } from '#server/db/database.ts'
import { notifyPlatform } from '#features/access/notifications/server/notify-platform.ts'
import { type FoundMoney, insertUnclaimedMoney } from './store.ts'

/** Saves money that no society's books take, and notifies the super administrators once, however often a job finds it. */
export async function saveUnclaimedMoney(
  database: Pick<Database, 'platform'>,
  found: FoundMoney,
  message: string,
): Promise<void> {
  await database.platform(async (tx) => {
    if (await insertUnclaimedMoney(tx, found))
      notifyPlatform(tx, { type: 'warning', message, link: '/superadmin/health' })
  })
}
