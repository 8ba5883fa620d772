import type { CooperativeId } from '#core/ids.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { inTurn } from './in-turn.ts'

/** Works out the first unpaid month of those whose payments or plans changed, one cooperative after the other, each in its own transaction and lock. */
export async function computeUnpaidMonths(database: Database): Promise<void> {
  const cooperatives = await database.jobs((tx) =>
    tx.many<{ id: CooperativeId }>(sql`select distinct cooperative_id as id from app.stale_unpaid_month`),
  )
  await inTurn('cooperatives', cooperatives, ({ id }) =>
    database.tenant({ cooperativeId: id, role: 'job' }, (tx) => tx.run(sql`select app.compute_unpaid_months(${id})`)),
  )
}
