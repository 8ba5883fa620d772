import type { Day } from '#core/calendar.ts'
import type { CooperativeId } from '#core/ids.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

export async function savePenaltyDay(tx: Tx, cooperativeId: CooperativeId, today: Day): Promise<void> {
  await tx.run(sql`
    insert into app.penalty_day (cooperative_id, looked_on) values (${cooperativeId}, ${today})
    on conflict (cooperative_id) do update set looked_on = greatest(penalty_day.looked_on, excluded.looked_on)`)
}
