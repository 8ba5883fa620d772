import type { Database } from '#server/db/database.ts'
import { notifyPlatform } from '#features/access/notifications/server/notify-platform.ts'
import { type FoundMoney, insertUnclaimedMoney } from './store.ts'

/** Keeps money that no society's books take, and tells the super administrators once, however often the clock finds it. */
export async function keepUnclaimedMoney(
  database: Pick<Database, 'platform'>,
  found: FoundMoney,
  message: string,
): Promise<void> {
  await database.platform(async (tx) => {
    if (await insertUnclaimedMoney(tx, found))
      notifyPlatform(tx, { type: 'warning', message, link: '/superadmin/health' })
  })
}
