import type { listContactMessages as listContract } from '#features/platform-admin/contact/contract.ts'
import type { PageOf, Parsed, Replied } from '#contract/endpoint.ts'
import type { SuperAdminActor } from '#domain/actor.ts'
import { contactNumber } from '#features/platform-admin/contact/rules/contact-message.ts'
import type { SupportContact } from '#features/platform-admin/contact/rules/support-contact.ts'
import type { ContactMessageId } from '#domain/ids.ts'
import { foldForSearch } from '#domain/searching.ts'
import { allOf, containing, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/tx.ts'

type ContactMessage = Replied<typeof listContract>

type ContactMessageRow = {
  contactMessageId: ContactMessageId
  number: bigint
  name: string
  email: string
  subject: string
  body: string
  status: 'open' | 'answered'
  note: string | null
  createdAt: Date
  answeredAt: Date | null
}

const columns = sql`contact_message_id, number, name, email, subject, body, status, note, created_at, answered_at`

const orders = {
  createdAt: sql`created_at, number`,
  '-createdAt': sql`created_at desc, number desc`,
  name: sql`name, number`,
  '-name': sql`name desc, number desc`,
}

function contactMessageFrom(row: ContactMessageRow): ContactMessage {
  return {
    id: row.contactMessageId,
    number: contactNumber(Number(row.number)),
    name: row.name,
    email: row.email,
    subject: row.subject,
    message: row.body,
    status: row.status,
    note: row.note,
    createdAt: row.createdAt,
    answeredAt: row.answeredAt,
  }
}

export async function countRecentContactMessages(tx: Tx, addressHash: Buffer, since: Date): Promise<number> {
  const { recent } = await tx.one<{ recent: number }>(sql`
    select count(*)::int as recent from platform.contact_message where address_hash = ${addressHash} and created_at > ${since}`)
  return recent
}

/** The message, locked until the transaction ends. */
export async function lockContactMessage(tx: Tx, id: ContactMessageId): Promise<ContactMessage | undefined> {
  const row = await tx.maybe<ContactMessageRow>(
    sql`select ${columns} from platform.contact_message where contact_message_id = ${id} for update`,
  )
  return row && contactMessageFrom(row)
}

/** Searching finds the number that a visitor was given too, with or without its C and zeros. */
export async function listContactMessages(
  tx: Tx,
  _actor: SuperAdminActor,
  { q, status, sort, page, limit }: Parsed<typeof listContract> & { page: number; limit: number },
): Promise<PageOf<ContactMessage>> {
  const [, number] = /^(?:C-)?0*([1-9]\d{0,14})$/i.exec(q ?? '') ?? []
  const found = q === undefined || q === '' ? [] : [sql`search_text like ${containing(foldForSearch(q))}`]
  const numbered = number === undefined ? found : found.map((each) => sql`(${each} or number = ${number}::bigint)`)
  const where = allOf([...(status ? [sql`status = ${status}`] : []), ...numbered])
  const [rows, { total }] = await Promise.all([
    tx.many<ContactMessageRow>(sql`
      select ${columns} from platform.contact_message where ${where}
      order by ${orders[sort ?? '-createdAt'] ?? orders['-createdAt']} limit ${limit} offset ${(page - 1) * limit}`),
    tx.one<{ total: number }>(sql`select count(*)::int as total from platform.contact_message where ${where}`),
  ])
  return { rows: rows.map(contactMessageFrom), total }
}

const contactColumns = sql`email, phone, whatsapp`

/** Undefined until the super admin has entered it. */
export async function findSupportContact(tx: Tx): Promise<SupportContact | undefined> {
  return tx.maybe<SupportContact>(sql`select ${contactColumns} from platform.support_contact`)
}

export async function lockSupportContact(tx: Tx): Promise<SupportContact | undefined> {
  return tx.maybe<SupportContact>(sql`select ${contactColumns} from platform.support_contact for update`)
}
