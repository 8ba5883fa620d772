import { approvals } from '#core/contract/changes.ts'
import type { Day } from '#core/calendar.ts'
import type { CooperativeId, EnquiryId, LoginId, MemberId } from '#core/ids.ts'
import { batchesOfMonth } from '#features/governance/enquiries/rules/token.ts'
import type { EnquiryKind, EnquiryStatus } from '#features/governance/enquiries/rules/enquiry.ts'
import { newId } from '#platform/db/id.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { hintAfter } from '#platform/live/hints.ts'

export type NewEnquiry = {
  id: EnquiryId
  kind: EnquiryKind
  subject: string
  memberId: MemberId | null
  askedBy: { loginId: LoginId; name: string }
  at: Date
}

export async function insertEnquiry(
  tx: Tx,
  cooperativeId: CooperativeId,
  { id, kind, subject, memberId, askedBy, at }: NewEnquiry,
): Promise<void> {
  await tx.run(sql`
    insert into app.enquiry (cooperative_id, enquiry_id, kind, subject, member_id, asked_by, asked_by_name, asked_at, changed_at, officers_notified)
    values (${cooperativeId}, ${id}, ${kind}, ${subject}, ${memberId}, ${askedBy.loginId}, ${askedBy.name}, ${at}, ${at}, true)`)
}

export async function insertMessage(
  tx: Tx,
  cooperativeId: CooperativeId,
  message: { id: EnquiryId; memberId: MemberId | null; isAnswer: boolean; author: string; text: string; at: Date },
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

/** Notifies the officers of one, or, by `several`, in place of what none of them has read yet. */
export function notifyOfEnquiry(
  tx: Tx,
  cooperativeId: CooperativeId,
  { message, link, several }: { message: string; link: `/coop/${string}`; several: string },
): void {
  hintAfter(tx, { topics: ['notifications', ...approvals], cooperativeId, officers: true, members: [] })
  tx.send(
    sql`select app.notify_of_enquiry(${newId()}, ${message}, ${link}, ${several}, '/coop/governance/enquiries?status=open')`,
  )
}

/** Marks what came without a name before this moment as told; answers how many there were. */
export async function markTold(tx: Tx, before: Date): Promise<number> {
  return tx.run(
    sql`update app.enquiry set officers_notified = true where not officers_notified and asked_at < ${before}`,
  )
}

/** Hands the officers what came into the box before this day, in an order and at a time that tell nothing. */
export async function emptyBox(tx: Tx, today: Day): Promise<void> {
  await tx.run(sql`select app.empty_enquiry_box(${today})`)
}

export type BoxedEnquiry = {
  month: Day
  tokenHash: Buffer
  referenceHash: Buffer
  kind: EnquiryKind
  subject: string
  text: string
  day: Day
}

/** Whether the message went in; not where its token was spent. */
export async function putIntoBox(tx: Tx, b: BoxedEnquiry): Promise<boolean> {
  const { isIn } = await tx.one<{ isIn: boolean }>(sql`
    select app.put_into_enquiry_box(${b.month}, ${b.tokenHash}, ${b.referenceHash}, ${b.kind}, ${b.subject}, ${b.text}, ${b.day}) as "isIn"`)
  return isIn
}

/** Writes the key of a month, and takes away what the months before no longer need. */
export async function insertTokenKey(
  tx: Tx,
  cooperativeId: CooperativeId,
  { month, previous, publicKey, sealed }: { month: Day; previous: Day; publicKey: Buffer; sealed: Buffer },
): Promise<void> {
  await tx.run(sql`
    insert into app.enquiry_key (cooperative_id, month, public_key, sealed) values (${cooperativeId}, ${month}, ${publicKey}, ${sealed})
    on conflict do nothing`)
  await tx.run(sql`update app.enquiry_key set sealed = null where month < ${month} and sealed is not null`)
  await tx.run(sql`delete from app.enquiry_key where month < ${previous}`)
}

/** Whether this batch is one of the member's two of the month, now or before. */
export async function takeBatch(
  tx: Tx,
  cooperativeId: CooperativeId,
  { month, memberId, blindedHash }: { month: Day; memberId: MemberId; blindedHash: Buffer },
): Promise<boolean> {
  await tx.run(sql`
    insert into app.enquiry_batch (cooperative_id, month, member_id, number, blinded_hash)
    select ${cooperativeId}, ${month}, ${memberId}, count(*) + 1, ${blindedHash} from app.enquiry_batch where month = ${month} and member_id = ${memberId}
    having count(*) < ${batchesOfMonth} and count(*) filter (where blinded_hash = ${blindedHash}) = 0
    on conflict do nothing`)
  const { isOurs } = await tx.one<{ isOurs: boolean }>(sql`
    select exists (select from app.enquiry_batch where month = ${month} and member_id = ${memberId} and blinded_hash = ${blindedHash}) as "isOurs"`)
  return isOurs
}
