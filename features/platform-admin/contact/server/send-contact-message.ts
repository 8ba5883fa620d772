import type { sendContactMessage as contract } from '#features/platform-admin/contact/contract.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import { contactMessagesPerHour, contactNumber } from '#features/platform-admin/contact/rules/contact-message.ts'
import { refuse } from '#domain/refusal.ts'
import { foldForSearch } from '#domain/searching.ts'
import { sampleContact } from '#features/platform-admin/contact/rules/support-contact.ts'
import type { Caller, Context } from '#server/context.ts'
import { addressHashOf } from '#server/credentials/address-hash.ts'
import { queueMessages } from '#server/db/messages.ts'
import { countRecentContactMessages, findSupportContact } from './queries.ts'
import { insertContactMessage, takeTurns } from './store.ts'
import { fill } from '#domain/fill.ts'
import * as strings from './strings.ts'

const hourMilliseconds = 3_600_000

/** Saves what a visitor wrote and queues it for the support address, both in one transaction. */
export async function sendContactMessage(
  { database, now, secret, messagesWaiting }: Context,
  { address }: Caller,
  { name, email, subject, message }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  const addressHash = addressHashOf(secret, address)
  return database.auth(async (tx) => {
    await takeTurns(tx, addressHash)
    const recent = await countRecentContactMessages(tx, addressHash, new Date(now.getTime() - hourMilliseconds))
    if (recent >= contactMessagesPerHour)
      refuse('too_many_contact_messages', { retryAfterSeconds: hourMilliseconds / 1000 })
    const searchText = foldForSearch([name, email, subject, message].join(' '))
    const number = contactNumber(
      await insertContactMessage(tx, { name, email, subject, message, searchText, addressHash }),
    )
    const text = fill(strings.wroteOnTheContactPage, { name, email, message, number })
    const { email: to } = (await findSupportContact(tx)) ?? sampleContact
    await queueMessages(
      tx,
      null,
      [{ kind: 'notice', channel: 'email', to, subject: `${number}: ${subject}`, text }],
      messagesWaiting,
    )
    return { number }
  })
}
