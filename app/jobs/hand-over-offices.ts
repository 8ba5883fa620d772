import { dayIn } from '#core/calendar.ts'
import type { CooperativeId } from '#core/ids.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { doDueHandOvers } from '#features/governance/elections/server/hand-over.ts'
import { inTurn } from '#platform/jobs/in-turn.ts'

/** Passes the posts on whose day has come in Lagos; a day on which no server ran is made up for. */
export async function handOverOffices(database: Database, now = new Date()): Promise<void> {
  const cooperatives = await database.jobs((tx) =>
    tx.many<{ id: CooperativeId }>(sql`
      select distinct cooperative_id as id from app.hand_over where status = 'planned' and takes_office_on <= ${dayIn(now)}`),
  )
  await inTurn('cooperatives', cooperatives, ({ id }) => doDueHandOvers(database, id, now))
}
