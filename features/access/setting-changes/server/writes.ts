import type { TenantActor } from '#core/actor.ts'
import type { ConfigurationChangeId } from '#core/ids.ts'
import type { FieldChange } from '#features/access/audit-trail/rules/field-change.ts'
import { newId } from '#platform/db/id.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

export type Change = {
  kind: 'settings' | 'account_type' | 'loan_configuration' | 'good'
  subjectId: string
  subjectName: string
  fields: readonly FieldChange[]
}

/** Sent, not awaited: nothing after it depends on it but the commit. */
export function insertChange(tx: Tx, actor: TenantActor, { kind, subjectId, subjectName, fields }: Change): void {
  tx.send(sql`
    insert into app.configuration_change (cooperative_id, change_id, kind, subject_id, subject_name, fields, changed_by, changed_by_name)
    values (${actor.cooperativeId}, ${newId<ConfigurationChangeId>()}, ${kind}, ${subjectId}, ${subjectName}, ${JSON.stringify(fields)}::jsonb,
      ${actor.loginId}, ${actor.name})`)
}
