import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { updateReminders as contract } from '#features/loans/reminders/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import type { Tx } from '#platform/db/tx.ts'
import { recordChange } from '#features/access/setting-changes/server/record-change.ts'
import { changesBetween } from '#features/access/audit-trail/rules/field-change.ts'
import { getReminders } from './queries.ts'
import { lockReminders, saveReminders } from './store.ts'

/** Changes what is named, and keeps in the history of the settings what it was. */
export async function updateReminders(
  tx: Tx,
  actor: TenantActor,
  input: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  await lockReminders(tx, actor.cooperativeId)
  const before = await getReminders(tx)
  const named = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  const fields = changesBetween(before, named)
  if (fields.length === 0) {
    tx.nothingChanged()
    return before
  }

  // From here on the change must succeed.
  await saveReminders(tx, { ...before, ...named })
  recordChange(tx, actor, 'Reminders', fields)
  return getReminders(tx)
}
