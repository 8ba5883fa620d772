import type { createSchedule as contract } from '#contract/society/deductions.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { periodName } from '#domain/calendar.ts'
import type { ScheduleId } from '#domain/ids.ts'
import { refuse } from '#domain/refusal.ts'
import { newId } from '#server/db/id.ts'
import type { Tx } from '#server/db/tx.ts'
import { findEmployer, findSettings, getSchedule } from './queries.ts'
import { insertSchedule, rewriteLines } from './store.ts'

/** Draws up a month. Refuses: schedule_exists, schedule_empty. */
export async function createSchedule(
  tx: Tx,
  actor: TenantActor,
  { employerId, period }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  const { name: employer } = await findEmployer(tx, employerId)
  const settings = await findSettings(tx)
  const scheduleId = newId<ScheduleId>()
  if (!(await insertSchedule(tx, actor, scheduleId, employerId, period)))
    refuse('schedule_exists', { field: 'period', employer, period: periodName(period) })
  const members = await rewriteLines(tx, actor.cooperativeId, scheduleId, employerId, period, settings)
  if (members === 0) refuse('schedule_empty', { field: 'period', employer })
  return getSchedule(tx, actor, { scheduleId })
}
