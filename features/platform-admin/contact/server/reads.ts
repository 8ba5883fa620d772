import type { Replied } from '#core/contract/endpoint.ts'
import type { ContactMessageId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import { foldForSearch } from '#core/searching.ts'
import * as contract from '#features/platform-admin/contact/contract.ts'
import { contactNumber } from '#features/platform-admin/contact/rules/contact-message.ts'
import type { SupportContact } from '#features/platform-admin/contact/rules/support-contact.ts'
import { platformPageOf } from '#platform/db/page-of.ts'
import { containing, sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

type ContactMessage = Replied<typeof contract.listContactMessages>
type Row = Omit<ContactMessage, 'number'> & { number: bigint }

const columns = sql`contact_message_id as id, number, name, email, subject, body as message, status, note, created_at, answered_at`

const contactMessageFrom = (row: Row): ContactMessage => ({ ...row, number: contactNumber(Number(row.number)) })

/** Searching finds the number that a visitor was given too, with or without its C and zeros. */
export const listContactMessages = platformPageOf(contract.listContactMessages, {
  select: columns,
  from: sql`platform.contact_message`,
  where: { status: (status) => sql`status = ${status}` },
  search: (q) => {
    const [, number] = /^(?:C-)?0*([1-9]\d{0,14})$/i.exec(q) ?? []
    const found = sql`search_text like ${containing(foldForSearch(q))}`
    return number === undefined ? found : sql`(${found} or number = ${number}::bigint)`
  },
  sorts: { createdAt: [sql`created_at`, sql`number`], name: [sql`name`, sql`number`] },
  order: '-createdAt',
  last: sql`number`,
  row: contactMessageFrom,
})

export async function countRecentContactMessages(tx: Tx, addressHash: Buffer, since: Date): Promise<number> {
  const { recent } = await tx.one<{ recent: number }>(sql`
    select count(*)::int as recent from platform.contact_message where address_hash = ${addressHash} and created_at > ${since}`)
  return recent
}

/** The message, locked until the transaction ends. Refuses: not_found. */
export async function lockContactMessage(tx: Tx, id: ContactMessageId): Promise<ContactMessage> {
  const row = await tx.maybe<Row>(
    sql`select ${columns} from platform.contact_message where contact_message_id = ${id} for update`,
  )
  return row ? contactMessageFrom(row) : refuse('not_found')
}

const contactColumns = sql`email, phone, whatsapp`

/** Undefined until the super admin has entered it. */
export async function findSupportContact(tx: Tx): Promise<SupportContact | undefined> {
  return tx.maybe<SupportContact>(sql`select ${contactColumns} from platform.support_contact`)
}

export async function lockSupportContact(tx: Tx): Promise<SupportContact | undefined> {
  return tx.maybe<SupportContact>(sql`select ${contactColumns} from platform.support_contact for update`)
}
