import { yourLogin } from '#features/access/login/rules/strings.ts'
import type { MessageKind } from '#features/access/messages/rules/message.ts'
import type { Context } from '#platform/context.ts'
import { queueMessages } from '#platform/db/messages.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { LoginRow } from './reads.ts'

/** Sends a text to the owner of a login: by SMS, or by email to an external auditor who gave no phone. */
export async function notifyOwner(
  tx: Tx,
  { messagesWaiting }: Pick<Context, 'messagesWaiting'>,
  { phone, email, cooperativeId }: LoginRow,
  kind: MessageKind,
  text: string,
): Promise<void> {
  if (phone) await queueMessages(tx, cooperativeId, [{ kind, channel: 'sms', to: phone, text }], messagesWaiting)
  else if (email)
    await queueMessages(
      tx,
      cooperativeId,
      [{ kind, channel: 'email', to: email, subject: yourLogin, text }],
      messagesWaiting,
    )
}
