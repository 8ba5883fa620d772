import type { CooperativeId } from '#core/ids.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { inTurn } from './in-turn.ts'

/** Few enough that a batch ends well within the time of a statement. */
const batchMax = 2000

/** Seals the events of each audit trail that wait for it, one cooperative after the other, a batch in a transaction of its own. */
export async function sealAuditEvents(database: Database, batch = batchMax): Promise<void> {
  const cooperatives = await database.jobs((tx) =>
    tx.many<{ id: CooperativeId }>(sql`select distinct cooperative_id as id from audit.unsealed`),
  )
  await inTurn('cooperatives', cooperatives, async ({ id }) => {
    const seal = () =>
      database.tenant({ cooperativeId: id, role: 'job' }, (tx) =>
        tx.one<{ sealed: number }>(sql`select audit.seal_events(${id}, ${batch}) as sealed`),
      )
    let { sealed } = await seal()
    while (sealed === batch) ({ sealed } = await seal())
  })
}
