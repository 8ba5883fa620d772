import type { CooperativeId, LoginId } from '#core/ids.ts'
import type { AuditAction } from '#features/platform-admin/audit-trail/rules/audit-action.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert, json } from '#platform/db/write.ts'

/** The named fields of what an act changed. */
type AuditFacts = Record<string, string | number | boolean | null | undefined>

/** Writes down what a super administrator does, in the transaction of the act: without the line there is no act. */
export async function recordAudit(
  tx: Tx,
  actor: { loginId: LoginId; name: string },
  {
    action,
    cooperativeId,
    before = {},
    after = {},
    reason,
  }: {
    action: AuditAction
    cooperativeId?: CooperativeId
    before?: AuditFacts
    after?: AuditFacts
    reason?: string | undefined
  },
  { requestId, address }: Pick<Context, 'requestId' | 'address'>,
): Promise<void> {
  await insert(tx, 'platform.audit_event', {
    ...{ eventId: newId(), loginId: actor.loginId, actorName: actor.name, action, requestId },
    ...{ cooperativeId: cooperativeId ?? null, address: address ?? null },
    detail: json({ before, after, ...(reason && { reason }) }),
  })
}
