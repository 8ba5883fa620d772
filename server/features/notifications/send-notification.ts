import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { sendNotification as contract } from '#contract/notifications.ts'
import type { TenantActor } from '#domain/actor.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { announceMessage } from './announce-message.ts'

export async function sendNotification(tx: Tx, actor: TenantActor, input: Parsed<typeof contract>, { messagesWaiting }: Context): Promise<Replied<typeof contract>> {
  return announceMessage(tx, actor, { ...input, subject: 'A message from your cooperative' }, messagesWaiting)
}
