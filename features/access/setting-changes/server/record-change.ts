import type { TenantActor } from '#core/actor.ts'
import type { FieldChange } from '#features/access/audit-trail/rules/field-change.ts'
import type { Tx } from '#platform/db/tx.ts'
import { type Change, insertChange } from './writes.ts'

/** Records in the history of the settings what another feature's settings were. */
export function recordChange(
  tx: Tx,
  actor: TenantActor,
  subjectName: string,
  fields: readonly FieldChange[],
  subject: Pick<Change, 'kind' | 'subjectId'> = { kind: 'settings', subjectId: actor.cooperativeId },
): void {
  insertChange(tx, actor, { ...subject, subjectName, fields })
}
