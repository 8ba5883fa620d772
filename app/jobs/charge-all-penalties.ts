import { dayIn } from '#core/calendar.ts'
import type { CooperativeId } from '#core/ids.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { chargePenalties } from '#features/loans/penalties/server/jobs.ts'
import { inTurn } from '#platform/jobs/in-turn.ts'

/** Once a day, some loans in each transaction. */
export async function chargeAllPenalties(database: Database, now = new Date()): Promise<void> {
  const today = dayIn(now)
  const cooperatives = await database.platform((tx) =>
    tx.many<{ id: CooperativeId }>(
      sql`select cooperative_id as id from app.cooperative where deleted_at is null and status = 'active'`,
    ),
  )
  await inTurn('cooperatives', cooperatives, async ({ id }) => {
    while (await database.tenant({ cooperativeId: id, role: 'job' }, (tx) => chargePenalties(tx, id, today)));
  })
}
