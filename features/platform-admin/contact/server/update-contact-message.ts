import type { updateContactMessage as contract } from '#features/platform-admin/contact/contract.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { SuperAdminActor } from '#domain/actor.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { recordAudit } from '#features/platform-admin/audit-trail/server/record-audit.ts'
import { lockContactMessage } from './queries.ts'
import { changeContactMessage } from './store.ts'

/** What the super admin did with a visitor's message. */
export async function updateContactMessage(
  tx: Tx,
  actor: SuperAdminActor,
  { id, status, note }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const before = (await lockContactMessage(tx, id)) ?? refuse('not_found')
  await changeContactMessage(tx, id, { status, note })
  const after = (await lockContactMessage(tx, id)) ?? refuse('not_found')
  // What the note says stays with the message, which is forgotten one day; the trail is not.
  const facts = {
    before: { number: before.number, status: before.status },
    after: { status: after.status, noteChanged: note !== undefined && after.note !== before.note },
  }
  await recordAudit(tx, actor, { action: 'contact_message.update', ...facts }, context)
  return after
}
