import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { requestDocuments as contract } from '#contract/platform/platform.ts'
import type { SuperAdminActor } from '#domain/actor.ts'
import { documentsSentence } from '#domain/platform/cooperatives/notice.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { lockCooperative } from '#server/features/platform/cooperatives/queries.ts'
import { recordAudit } from '#server/features/access/platform-audit/record-audit.ts'
import { tellCooperative } from '#server/features/platform/cooperatives/tell-cooperative.ts'

/** Asks a cooperative for what its verification still needs; its status stays. */
export async function requestDocuments(
  tx: Tx,
  actor: SuperAdminActor,
  { id, message }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const cooperative = (await lockCooperative(tx, id)) ?? refuse('not_found')
  const sentence = documentsSentence(cooperative.name, message)
  const told = await tellCooperative(tx, cooperative, { sentence, type: 'warning' }, context)
  await recordAudit(tx, actor, { action: 'cooperative.documents', cooperativeId: id, reason: message }, context)
  return told
}
