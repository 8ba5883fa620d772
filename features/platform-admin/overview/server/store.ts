import type { Day } from '#domain/calendar.ts'
import type { Plan } from '#features/platform-admin/cooperatives/rules/plan.ts'
import type { CooperativeId } from '#domain/ids.ts'
import { sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/tx.ts'

export async function setPlan(
  tx: Tx,
  cooperativeId: CooperativeId,
  { plan, trialEndsOn }: { plan: Plan; trialEndsOn: Day | null },
): Promise<void> {
  await tx.run(
    sql`update app.cooperative set plan = ${plan}, trial_ends_on = ${trialEndsOn} where cooperative_id = ${cooperativeId}`,
  )
}
