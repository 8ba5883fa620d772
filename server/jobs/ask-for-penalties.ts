import { dayIn } from '#domain/calendar.ts'
import type { CooperativeId } from '#domain/ids.ts'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { askPenalties } from '#server/features/penalties/ask-penalties.ts'

/** Once a day, one cooperative after the other, some loans in each transaction; what fails for one is told once the others have theirs. */
export async function askForPenalties(database: Database, now = new Date()): Promise<void> {
  const today = dayIn(now)
  const cooperatives = await database.platform((tx) => tx.many<{ id: CooperativeId }>(sql`select cooperative_id as id from app.cooperative where deleted_at is null and status = 'active'`))
  const failures: unknown[] = []
  const askAll = async (id: CooperativeId) => {
    while (await database.tenant({ cooperativeId: id, role: 'job' }, (tx) => askPenalties(tx, id, today)));
  }
  for (const { id } of cooperatives) await askAll(id).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `Penalties of ${failures.length} cooperatives failed`)
}
