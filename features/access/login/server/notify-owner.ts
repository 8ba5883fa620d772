import type { MessageKind } from '#features/access/messages/rules/message.ts'
import * as strings from '#features/access/login/rules/strings.ts'
import { queueMessages } from '#platform/db/messages.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { LoginRow } from './queries.ts'

/** Sends a text to the owner of a login: by SMS, or by email to an external auditor who gave no phone. */
export async function notifyOwner(
  tx: Tx,
  { phone, email, cooperativeId }: LoginRow,
  kind: MessageKind,
  text: string,
  messagesWaiting: () => void,
): Promise<void> {
  if (phone) await queueMessages(tx, cooperativeId, [{ kind, channel: 'sms', to: phone, text }], messagesWaiting)
  else if (email)
    await queueMessages(
      tx,
      cooperativeId,
      [{ kind, channel: 'email', to: email, subject: strings.yourLogin, text }],
      messagesWaiting,
    )
}
