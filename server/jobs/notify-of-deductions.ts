import type { CooperativeId } from '#domain/ids.ts'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { notifyCredited } from '#features/payroll/returns/server/jobs.ts'
import { inTurn } from './in-turn.ts'

/** Notifies those whom a server that stopped after a posting did not: one cooperative after the other, each in its own transaction and lock. */
export async function notifyOfDeductions(database: Database): Promise<void> {
  const cooperatives = await database.jobs((tx) =>
    tx.many<{ id: CooperativeId }>(
      sql`select distinct cooperative_id as id from app.deduction_return where not members_told and status = 'posted'`,
    ),
  )
  await inTurn('cooperatives', cooperatives, ({ id }) => notifyCredited(database, id))
}
