import type { CooperativeId } from '#domain/ids.ts'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { inTurn } from './in-turn.ts'

/** Works out the first unpaid month of those whose payments or plans changed, one cooperative after the other, each in its own transaction and lock. */
export async function computeUnpaidMonths(database: Database): Promise<void> {
  const cooperatives = await database.jobs((tx) =>
    tx.many<{ id: CooperativeId }>(sql`select distinct cooperative_id as id from app.unpaid_month_to_reckon`),
  )
  await inTurn('cooperatives', cooperatives, ({ id }) =>
    database.tenant({ cooperativeId: id, role: 'job' }, (tx) => tx.run(sql`select app.reckon_unpaid_months(${id})`)),
  )
}
