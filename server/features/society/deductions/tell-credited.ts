import { periodName, periodOf } from '#domain/calendar.ts'
import type { CooperativeId } from '#domain/ids.ts'
import type { Database } from '#server/db/database.ts'
import { holdUntold, insertCreditNotices } from './store.ts'

/**
 * Tells the members of a cooperative what returns have credited them. It comes after the posting, whose reply does not wait
 * for it, in a transaction of its own that notes that they were told: each is told once, also where a server died between.
 */
export async function tellCredited(database: Database, cooperativeId: CooperativeId): Promise<void> {
  await database.tenant(
    { cooperativeId, role: 'job' },
    async (tx) => {
      const untold = await holdUntold(tx)
      if (untold.length === 0) return
      await insertCreditNotices(
        tx,
        cooperativeId,
        untold.map(({ id, entryId, period }) => ({ id, entryId, month: periodName(periodOf(period)) })),
      )
    },
    { timeoutSeconds: 300 },
  )
}
