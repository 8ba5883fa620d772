import { isDeepStrictEqual } from 'node:util'
import { periodName } from '#domain/calendar.ts'
import type { ScheduleId } from '#domain/ids.ts'
import { refusal, refuse } from '#domain/refusal.ts'
import { isOrder } from '#features/payroll/employers/rules/component.ts'
import { findEmployer } from '#features/payroll/employers/server/reads.ts'
import * as contract from '#features/payroll/schedules/contract.ts'
import { action } from '#server/action.ts'
import { newId } from '#server/db/id.ts'
import type { Tx } from '#server/db/tx.ts'
import { findSchedule, findSettings, getDeductionSettings, getSchedule, type ScheduleFacts } from './reads.ts'
import { insertSchedule, markSent, rewriteLines, upsertSettings } from './writes.ts'

const orderWrong = refusal('order_wrong', 422, 'Name loan instalment, levy, savings and shares once each.')
const scheduleExists = refusal(
  'schedule_exists',
  409,
  'There is already a schedule for {employer} and {period}. Open it instead.',
)
const scheduleEmpty = refusal(
  'schedule_empty',
  409,
  'No one at {employer} has anything to be deducted in this month. Assign members to this employer first.',
)
const scheduleSent = refusal(
  'schedule_sent',
  409,
  "This schedule was sent by {by} and stays as it is. Changes go into next month's.",
)

/** Changes the settings that are named. Refuses: order_wrong. */
export const updateDeductionSettings = action(contract.updateDeductionSettings, async (ask, input) => {
  const { tx, actor } = ask
  const before = await getDeductionSettings(ask, {})
  if (input.allocationOrder && !isOrder(input.allocationOrder)) refuse(orderWrong({ field: 'allocationOrder' }))
  const named = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  await upsertSettings(tx, actor.cooperativeId, { ...(await findSettings(tx)), ...named })
  const after = await getDeductionSettings(ask, {})
  if (isDeepStrictEqual(after, before)) tx.nothingChanged()
  return after
})

/** Refuses: schedule_exists, schedule_empty. */
export const createSchedule = action(contract.createSchedule, async (ask, { employerId, period }) => {
  const { tx, actor } = ask
  const { name: employer } = await findEmployer(tx, employerId)
  const settings = await findSettings(tx)
  const scheduleId = newId<ScheduleId>()
  if (!(await insertSchedule(tx, actor, scheduleId, employerId, period)))
    refuse(scheduleExists({ field: 'period', employer, period: periodName(period) }))
  const members = await rewriteLines(tx, actor.cooperativeId, scheduleId, employerId, period, settings)
  if (members === 0) refuse(scheduleEmpty({ field: 'period', employer }))
  return getSchedule(ask, { scheduleId })
})

/** Refuses: schedule_sent, schedule_empty. */
export const rebuildSchedule = action(contract.rebuildSchedule, async (ask, { scheduleId }) => {
  const { tx, actor } = ask
  const { employerId, employer, period } = await holdDraft(tx, scheduleId)
  const settings = await findSettings(tx)
  const members = await rewriteLines(tx, actor.cooperativeId, scheduleId, employerId, period, settings)
  if (members === 0) refuse(scheduleEmpty({ employer }))
  return getSchedule(ask, { scheduleId })
})

/** It leaves with the columns that the employer has now. Refuses: schedule_sent. */
export const sendSchedule = action(contract.sendSchedule, async (ask, { scheduleId }) => {
  const { tx, actor } = ask
  const { layout } = await holdDraft(tx, scheduleId)

  // From here on it must succeed.
  await markSent(tx, scheduleId, layout, actor.name)
  return getSchedule(ask, { scheduleId })
})

/** A schedule that has not left yet, as it is under the lock. Refuses: schedule_sent. */
async function holdDraft(tx: Tx, scheduleId: ScheduleId): Promise<ScheduleFacts> {
  await findSchedule(tx, scheduleId, { locked: true })
  const found = await findSchedule(tx, scheduleId)
  if (found.sentBy !== null) refuse(scheduleSent({ by: found.sentBy }))
  return found
}
