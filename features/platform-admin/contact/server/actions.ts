import { refuse } from '#core/refusal.ts'
import { foldForSearch } from '#core/searching.ts'
import { t } from '#core/sentence.ts'
import { recordAudit } from '#features/platform-admin/audit-trail/server/record-audit.ts'
import * as contract from '#features/platform-admin/contact/contract.ts'
import { contactMessagesPerHour, contactNumber } from '#features/platform-admin/contact/rules/contact-message.ts'
import { tooManyContactMessages } from '#features/platform-admin/contact/rules/refusals.ts'
import { sampleContact } from '#features/platform-admin/contact/rules/support-contact.ts'
import * as details from '#features/platform-admin/overview/support-contact-change.ts'
import { openAction, platformAction } from '#platform/action.ts'
import { addressHashOf } from '#platform/credentials/address-hash.ts'
import { queueMessages } from '#platform/db/messages.ts'
import { forgetContact } from './contact-of.ts'
import { countRecentContactMessages, findSupportContact, lockContactMessage, lockSupportContact } from './reads.ts'
import { changeContactMessage, insertContactMessage, saveSupportContact, takeTurns } from './writes.ts'

const hourMilliseconds = 3_600_000

/** Saves what a visitor wrote and queues it for the support address, both in one transaction. */
export const sendContactMessage = openAction(
  contract.sendContactMessage,
  async ({ database, now, secret, messagesWaiting }, { address }, { name, email, subject, message }) => {
    const addressHash = addressHashOf(secret, address)
    return database.auth(async (tx) => {
      await takeTurns(tx, addressHash)
      const recent = await countRecentContactMessages(tx, addressHash, new Date(now.getTime() - hourMilliseconds))
      if (recent >= contactMessagesPerHour)
        refuse(tooManyContactMessages, { retryAfterSeconds: hourMilliseconds / 1000 })
      const searchText = foldForSearch([name, email, subject, message].join(' '))
      const number = contactNumber(
        await insertContactMessage(tx, { name, email, subject, message, searchText, addressHash }),
      )
      const text = t(
        '{name} <{email}> wrote on the contact page:\n\n{message}\n\nAnswer to {email}, then mark {number} as answered.',
        { name, email, message, number },
      )
      const { email: to } = (await findSupportContact(tx)) ?? sampleContact
      await queueMessages(
        tx,
        null,
        [{ kind: 'notice', channel: 'email', to, subject: `${number}: ${subject}`, text }],
        messagesWaiting,
      )
      return { number }
    })
  },
)

/** What the super admin did with a visitor's message. Refuses: not_found. */
export const updateContactMessage = platformAction(
  contract.updateContactMessage,
  async ({ tx, actor, context }, { id, status, note }) => {
    const before = await lockContactMessage(tx, id)
    await changeContactMessage(tx, id, { status, note })
    const after = await lockContactMessage(tx, id)
    // What the note says stays with the message, which is forgotten one day; the trail is not.
    const facts = {
      before: { number: before.number, status: before.status },
      after: { status: after.status, noteChanged: note !== undefined && after.note !== before.note },
    }
    await recordAudit(tx, actor, { action: 'contact_message.update', ...facts }, context)
    return after
  },
)

/** Changes where people reach those who run this installation; the public pages show it from the next visit on. */
export const updateSupportContact = platformAction(
  details.updateSupportContact,
  async ({ tx, actor, context }, { email, phone, whatsapp }) => {
    const before = (await lockSupportContact(tx)) ?? sampleContact
    const after = { email, phone, whatsapp }
    await saveSupportContact(tx, after)
    await recordAudit(tx, actor, { action: 'support_contact.update', before: { ...before }, after }, context)
    tx.afterCommit(() => forgetContact(context.database))
    return { ...after, isSample: false }
  },
)
