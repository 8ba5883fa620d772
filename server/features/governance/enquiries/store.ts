import type { CooperativeId, EnquiryId, LoginId, MemberId } from '#domain/ids.ts'
import type { EnquiryKind, EnquiryStatus } from '#domain/governance/enquiries/enquiry.ts'
import { newId } from '#server/db/id.ts'
import { sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/tx.ts'

export type NewEnquiry = {
  id: EnquiryId
  kind: EnquiryKind
  subject: string
  memberId: MemberId | null
  /** Null where it is without a name. */
  askedBy: { loginId: LoginId; name: string } | null
  reference: Buffer | null
  at: Date
}

export async function insertEnquiry(
  tx: Tx,
  cooperativeId: CooperativeId,
  { id, kind, subject, memberId, askedBy, reference, at }: NewEnquiry,
): Promise<void> {
  await tx.run(sql`
    insert into app.enquiry (cooperative_id, enquiry_id, kind, subject, member_id, asked_by, asked_by_name, reference, asked_at, changed_at, officers_told)
    values (${cooperativeId}, ${id}, ${kind}, ${subject}, ${memberId}, ${askedBy?.loginId ?? null}, ${askedBy?.name ?? null}, ${reference}, ${at}, ${at}, ${askedBy !== null})`)
}

export async function insertMessage(
  tx: Tx,
  cooperativeId: CooperativeId,
  message: {
    id: EnquiryId
    memberId: MemberId | null
    isAnswer: boolean
    author: string | null
    text: string
    at: Date
  },
): Promise<void> {
  const { id, memberId, isAnswer, author, text, at } = message
  await tx.run(sql`
    insert into app.enquiry_message (cooperative_id, enquiry_id, message_id, member_id, is_answer, author_name, text, written_at)
    values (${cooperativeId}, ${id}, ${newId()}, ${memberId}, ${isAnswer}, ${author}, ${text}, ${at})`)
}

export async function setStatus(
  tx: Tx,
  id: EnquiryId,
  { status, at, closedBy = null }: { status: EnquiryStatus; at: Date; closedBy?: string | null },
): Promise<void> {
  await tx.run(sql`
    update app.enquiry set status = ${status}, changed_at = greatest(changed_at, ${at}), closed_by_name = ${closedBy} where enquiry_id = ${id}`)
}

/** Marks what came without a name before this moment as told; answers how many there were. */
export async function markTold(tx: Tx, before: Date): Promise<number> {
  return tx.run(sql`update app.enquiry set officers_told = true where not officers_told and asked_at < ${before}`)
}
