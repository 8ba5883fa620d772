import type { CooperativeId } from '#core/ids.ts'
import type { NotificationType } from '#features/access/notifications/rules/notification.ts'
import type { Context } from '#platform/context.ts'
import { type Message, queueMessages } from '#platform/db/messages.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyOfficers } from '#features/access/notifications/server/notify-members.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** Notifies a cooperative of what was decided about it: by SMS, by email where it has one, and in the app. */
export async function notifyCooperative(
  tx: Tx,
  { id, name, phone, email }: { id: CooperativeId; name: string; phone: string; email: string | null },
  { sentence, type }: { sentence: string; type: NotificationType },
  { messagesWaiting }: Context,
): Promise<{ sms: number; emails: number }> {
  const text = fill(strings.ajoseSentence, { sentence })
  const byEmail: Message[] = email
    ? [{ kind: 'notice', channel: 'email', to: email, subject: fill(strings.yourAjoseAccount, { name }), text }]
    : []
  await queueMessages(tx, id, [{ kind: 'notice', channel: 'sms', to: phone, text }, ...byEmail], messagesWaiting)
  notifyOfficers(tx, id, { type, message: sentence })
  return { sms: 1, emails: byEmail.length }
}
