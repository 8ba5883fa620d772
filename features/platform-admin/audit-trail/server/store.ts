import type { CooperativeId, LoginId } from '#core/ids.ts'
import type { AuditAction } from '#features/platform-admin/audit-trail/rules/audit-action.ts'
import { newId } from '#platform/db/id.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

export async function insertAuditEvent(
  tx: Tx,
  event: {
    loginId: LoginId
    actorName: string
    action: AuditAction
    cooperativeId: CooperativeId | null
    detail: object
    requestId: string
    address: string | null
  },
): Promise<void> {
  await tx.run(sql`
    insert into platform.audit_event (event_id, login_id, actor_name, action, cooperative_id, detail, request_id, address)
    values (${newId()}, ${event.loginId}, ${event.actorName}, ${event.action}, ${event.cooperativeId}, ${JSON.stringify(event.detail)}::jsonb, ${event.requestId}, ${event.address})`)
}
