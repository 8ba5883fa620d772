import type { CooperativeId } from '#core/ids.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { closeDueVotes } from '#features/governance/votes/server/jobs.ts'
import { inTurn } from '#platform/jobs/in-turn.ts'

/** Closes and counts the votes whose time is over, so that no private key outlives its vote by more than minutes. */
export async function closeVotes(database: Database): Promise<void> {
  const cooperatives = await database.jobs((tx) =>
    tx.many<{ id: CooperativeId }>(
      sql`select distinct cooperative_id as id from app.vote where status = 'open' and closes_at <= now()`,
    ),
  )
  await inTurn('cooperatives', cooperatives, ({ id }) => closeDueVotes(database, id))
}
