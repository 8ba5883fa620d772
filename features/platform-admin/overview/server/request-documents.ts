import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { requestDocuments as contract } from '#features/platform-admin/overview/contract.ts'
import type { SuperAdminActor } from '#domain/actor.ts'
import { documentsSentence } from '#features/platform-admin/cooperatives/rules/notice.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { lockCooperative } from '#features/platform-admin/cooperatives/server/queries.ts'
import { recordAudit } from '#features/platform-admin/audit-trail/server/record-audit.ts'
import { notifyCooperative } from '#features/platform-admin/cooperatives/server/notify-cooperative.ts'

/** Asks a cooperative for what its verification still needs; its status stays. */
export async function requestDocuments(
  tx: Tx,
  actor: SuperAdminActor,
  { id, message }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const cooperative = (await lockCooperative(tx, id)) ?? refuse('not_found')
  const sentence = documentsSentence(cooperative.name, message)
  const told = await notifyCooperative(tx, cooperative, { sentence, type: 'warning' }, context)
  await recordAudit(tx, actor, { action: 'cooperative.documents', cooperativeId: id, reason: message }, context)
  return told
}
