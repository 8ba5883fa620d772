import type { sendSchedule as contract } from '#contract/society/deductions.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { refuse } from '#domain/refusal.ts'
import type { Tx } from '#server/db/tx.ts'
import { findSchedule, getSchedule } from './queries.ts'
import { markSent } from './store.ts'

/** Freezes a schedule with the columns that the employer has now. Refuses: schedule_sent. */
export async function sendSchedule(
  tx: Tx,
  actor: TenantActor,
  { scheduleId }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  await findSchedule(tx, scheduleId, { locked: true })
  const found = await findSchedule(tx, scheduleId)
  if (found.sentBy !== null) refuse('schedule_sent', { by: found.sentBy })

  // From here on it must succeed.
  await markSent(tx, scheduleId, found.layout, actor.name)
  return getSchedule(tx, actor, { scheduleId })
}
