import type { SupportContact } from '#features/platform-admin/contact/rules/support-contact.ts'
import type { ContactMessageId } from '#core/ids.ts'
import { newId } from '#platform/db/id.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { clockTime, upsert } from '#platform/db/write.ts'

/** Those who write from one address at the same time take turns, so that none is counted out. */
export async function takeTurns(tx: Tx, addressHash: Buffer): Promise<void> {
  await tx.run(
    sql`select pg_advisory_xact_lock(hashtextextended('contact message ' || encode(${addressHash}::bytea, 'hex'), 0))`,
  )
}

export async function insertContactMessage(
  tx: Tx,
  row: { name: string; email: string; subject: string; message: string; searchText: string; addressHash: Buffer },
): Promise<number> {
  const { number } = await tx.one<{ number: bigint }>(sql`
    insert into platform.contact_message (contact_message_id, name, email, subject, body, search_text, address_hash)
    values (${newId()}, ${row.name}, ${row.email}, ${row.subject}, ${row.message}, ${row.searchText}, ${row.addressHash})
    returning number`)
  return Number(number)
}

/** Changes what is named. A message answered twice keeps the moment of its first answer. */
export async function changeContactMessage(
  tx: Tx,
  id: ContactMessageId,
  { status, note }: { status: 'open' | 'answered' | undefined; note: string | null | undefined },
): Promise<void> {
  await tx.run(sql`
    update platform.contact_message set
      status = coalesce(${status ?? null}, status),
      answered_at = case coalesce(${status ?? null}, status) when 'open' then null else coalesce(answered_at, now()) end,
      note = case when ${note === undefined} then note else ${note ?? null} end
    where contact_message_id = ${id}`)
}

export async function saveSupportContact(tx: Tx, { email, phone, whatsapp }: SupportContact): Promise<void> {
  await upsert(tx, 'platform.support_contact', ['isOnly'], { email, phone, whatsapp, changedAt: clockTime })
}
