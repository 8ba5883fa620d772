import type { CooperativeId } from '#core/ids.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { notifyCredited } from '#features/payroll/returns/server/jobs.ts'
import { inTurn } from '#platform/jobs/in-turn.ts'

/** Notifies those whom a server that stopped after a posting did not: one cooperative after the other, each in its own transaction and lock. */
export async function notifyOfDeductions(database: Database): Promise<void> {
  const cooperatives = await database.jobs((tx) =>
    tx.many<{ id: CooperativeId }>(
      sql`select distinct cooperative_id as id from app.deduction_return where not members_notified and status = 'posted'`,
    ),
  )
  await inTurn('cooperatives', cooperatives, ({ id }) => notifyCredited(database, id))
}
