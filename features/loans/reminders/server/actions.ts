import { changesBetween } from '#features/access/audit-trail/rules/field-change.ts'
import { recordChange } from '#features/access/setting-changes/server/record-change.ts'
import * as contract from '#features/loans/reminders/contract.ts'
import { action } from '#platform/action.ts'
import { update } from '#platform/db/write.ts'
import { findReminders } from './reads.ts'
import { lockReminders } from './writes.ts'

/** Changes the settings that are named, and records in their history what they were. */
export const updateReminders = action(contract.updateReminders, async ({ tx, actor }, input) => {
  await lockReminders(tx, actor.cooperativeId)
  const before = await findReminders(tx)
  const named = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  const fields = changesBetween(before, named)
  if (fields.length === 0) {
    tx.nothingChanged()
    return before
  }

  // From here on the change must succeed.
  await update(tx, 'app.reminder_setting', { cooperativeId: actor.cooperativeId }, { ...before, ...named })
  recordChange(tx, actor, 'Reminders', fields)
  return findReminders(tx)
})
