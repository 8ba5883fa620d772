import type { CooperativeId } from '#core/ids.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { creditPaidReturns } from '#features/payroll/returns/server/jobs.ts'
import { inTurn } from '#platform/jobs/in-turn.ts'

/** Credits the returns that a stopped server left, and those that could not be credited before: one cooperative after the other, each in its own transactions and locks. */
export async function creditDeductions(database: Database, now = new Date()): Promise<void> {
  const cooperatives = await database.jobs((tx) =>
    tx.many<{ id: CooperativeId }>(
      sql`select distinct cooperative_id as id from app.deduction_return where status = 'deducted' and remittance_id is not null`,
    ),
  )
  await inTurn('cooperatives', cooperatives, ({ id }) => creditPaidReturns(database, id, now))
}
