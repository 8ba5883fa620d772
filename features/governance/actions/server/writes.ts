import type { Day } from '#core/calendar.ts'
import type { ActionId } from '#core/ids.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

export async function setReminded(tx: Tx, ids: readonly ActionId[], today: Day): Promise<void> {
  await tx.run(sql`update app.meeting_action set reminded_on = ${today} where action_id = any(${[...ids]}::uuid[])`)
}
