import type { updateSupportContact as contract } from '#features/platform-admin/overview/support-contact-change.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { SuperAdminActor } from '#domain/actor.ts'
import { sampleContact } from '#features/platform-admin/contact/rules/support-contact.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { recordAudit } from '#features/platform-admin/audit-trail/server/record-audit.ts'
import { lockSupportContact } from './queries.ts'
import { forgetContact } from './contact-of.ts'
import { saveSupportContact } from './store.ts'

/** Changes where people reach those who run this installation; the public pages show it from the next visit on. */
export async function updateSupportContact(
  tx: Tx,
  actor: SuperAdminActor,
  { email, phone, whatsapp }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const before = await lockSupportContact(tx)
  const after = { email, phone, whatsapp }
  await saveSupportContact(tx, after)
  await recordAudit(
    tx,
    actor,
    { action: 'support_contact.update', before: { ...(before ?? sampleContact) }, after },
    context,
  )
  tx.afterCommit(() => forgetContact(context.database))
  return { ...after, isSample: false }
}
