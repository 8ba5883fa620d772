import type { updateContactMessage as contract } from '#contract/contact.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { SuperAdminActor } from '#domain/actor.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { lockContactMessage } from './queries.ts'
import { changeContactMessage, insertContactAudit } from './store.ts'

/** What the super admin did with a visitor's message. */
export async function updateContactMessage(
  tx: Tx,
  actor: SuperAdminActor,
  { id, status, note }: Parsed<typeof contract>,
  { requestId }: Context,
): Promise<Replied<typeof contract>> {
  const before = (await lockContactMessage(tx, id)) ?? refuse('not_found')
  await changeContactMessage(tx, id, { status, note })
  const detail = { number: before.number, status, statusBefore: before.status, noteChanged: note !== undefined }
  await insertContactAudit(tx, { loginId: actor.loginId, actorName: actor.name, detail, requestId })
  return (await lockContactMessage(tx, id)) ?? refuse('not_found')
}
