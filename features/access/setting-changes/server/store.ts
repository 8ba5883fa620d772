import type { TenantActor } from '#domain/actor.ts'
import type { FieldChange } from '#features/access/audit-trail/rules/field-change.ts'
import type { ConfigurationChangeId } from '#domain/ids.ts'
import { newId } from '#server/db/id.ts'
import { sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/tx.ts'

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
