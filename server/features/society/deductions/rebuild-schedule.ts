import type { rebuildSchedule as contract } from '#contract/society/deductions.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { refuse } from '#domain/refusal.ts'
import type { Tx } from '#server/db/tx.ts'
import { findSchedule, findSettings, getSchedule } from './queries.ts'
import { rewriteLines } from './store.ts'

/** Draws up a draft again. Refuses: schedule_sent, schedule_empty. */
export async function rebuildSchedule(
  tx: Tx,
  actor: TenantActor,
  { scheduleId }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  await findSchedule(tx, scheduleId, { locked: true })
  const found = await findSchedule(tx, scheduleId)
  if (found.sentBy !== null) refuse('schedule_sent', { by: found.sentBy })
  const settings = await findSettings(tx)
  const members = await rewriteLines(tx, actor.cooperativeId, scheduleId, found.employerId, found.period, settings)
  if (members === 0) refuse('schedule_empty', { employer: found.employer })
  return getSchedule(tx, actor, { scheduleId })
}
