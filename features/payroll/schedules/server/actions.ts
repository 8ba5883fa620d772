import { isDeepStrictEqual } from 'node:util'
import { firstDayOf, periodName } from '#core/calendar.ts'
import type { ScheduleId } from '#core/ids.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { isOrder } from '#features/payroll/employers/rules/component.ts'
import { findEmployer } from '#features/payroll/employers/server/reads.ts'
import * as contract from '#features/payroll/schedules/contract.ts'
import { action } from '#platform/action.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert, json, update, upsert } from '#platform/db/write.ts'
import { findSchedule, findSettings, getDeductionSettings, getSchedule, type ScheduleFacts } from './reads.ts'
import { rewriteLines } from './writes.ts'

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
  const { tx, now } = ask
  const before = await getDeductionSettings(ask, {})
  if (input.allocationOrder && !isOrder(input.allocationOrder)) refuse(orderWrong({ field: 'allocationOrder' }))
  const { levy = before.levy, ...others } = input
  const { levy: _levy, ...kept } = before
  const named = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined))
  const row = { ...kept, ...named, levyAmount: levy, updatedAt: now }
  await upsert(tx, 'app.deduction_settings', ['cooperativeId'], row)
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
  const row = { scheduleId, employerId, period: firstDayOf(period), createdByName: actor.name }
  if (!(await insert(tx, 'app.deduction_schedule', row, { unlessThere: true })))
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
  const { tx, actor, now } = ask
  const { layout } = await holdDraft(tx, scheduleId)

  // From here on it must succeed.
  const sent = { layout: json(layout), sentAt: now, sentByName: actor.name }
  await update(tx, 'app.deduction_schedule', { scheduleId, sentAt: null }, sent)
  return getSchedule(ask, { scheduleId })
})

/** A schedule that has not left yet, as it is under the lock. Refuses: schedule_sent. */
async function holdDraft(tx: Tx, scheduleId: ScheduleId): Promise<ScheduleFacts> {
  await findSchedule(tx, scheduleId, { locked: true })
  const found = await findSchedule(tx, scheduleId)
  if (found.sentBy !== null) refuse(scheduleSent({ by: found.sentBy }))
  return found
}
