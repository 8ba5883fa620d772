import type { sendMessageAgain as contract } from '#features/access/messages/contract.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { SuperAdminActor, TenantActor } from '#core/actor.ts'
import { whyNotSendAgain } from '#features/access/messages/rules/message.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { recordAudit } from '#features/platform-admin/audit-trail/server/record-audit.ts'
import { findMessage, findPlatformMessage, type Message } from './queries.ts'
import { queueAgain } from './store.ts'

type Input = Parsed<typeof contract>

/** Refuses: not_found, message_not_failed, message_is_code, message_text_gone, message_sent_again_often. */
export async function sendMessageAgain(tx: Tx, _actor: TenantActor, { id }: Input, context: Context): Promise<Message> {
  return again(tx, () => findMessage(tx, id), context)
}

/** Of a message that belongs to no cooperative; a line of the platform's trail says that it was sent. */
export async function sendPlatformMessageAgain(
  tx: Tx,
  actor: SuperAdminActor,
  { id }: Input,
  context: Context,
): Promise<Message> {
  const message = await again(tx, () => findPlatformMessage(tx, id), context)
  const { kind, channel, recipient } = message
  await recordAudit(tx, actor, { action: 'message.send_again', after: { kind, channel, recipient } }, context)
  return message
}

async function again(tx: Tx, find: () => Promise<Message | undefined>, { messagesWaiting }: Context): Promise<Message> {
  const message = (await find()) ?? refuse('not_found')
  const reason = whyNotSendAgain(message)
  if (reason) throw reason
  if (!(await queueAgain(tx, message.id, messagesWaiting))) refuse('message_not_failed', { state: 'waiting' })
  return (await find()) ?? refuse('not_found')
}
