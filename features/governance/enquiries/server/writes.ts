import { approvals } from '#core/contract/changes.ts'
import type { Day } from '#core/calendar.ts'
import type { CooperativeId, EnquiryId, MemberId } from '#core/ids.ts'
import type { EnquiryKind, EnquiryStatus } from '#features/governance/enquiries/rules/enquiry.ts'
import { batchesOfMonth } from '#features/governance/enquiries/rules/token.ts'
import { newId } from '#platform/db/id.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert, update } from '#platform/db/write.ts'
import { hintAfter } from '#platform/live/hints.ts'

export async function setStatus(
  tx: Tx,
  enquiryId: EnquiryId,
  { status, at, closedBy = null }: { status: EnquiryStatus; at: Date; closedBy?: string | null },
): Promise<void> {
  const changedAt = sql`greatest(changed_at, ${at})`
  await update(tx, 'app.enquiry', { enquiryId }, { status, changedAt, closedByName: closedBy })
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

type BoxedEnquiry = {
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
  { month, previous, publicKey, sealed }: { month: Day; previous: Day; publicKey: Buffer; sealed: Buffer },
): Promise<void> {
  await insert(tx, 'app.enquiry_key', { month, publicKey, sealed }, { unlessThere: true })
  await tx.run(sql`update app.enquiry_key set sealed = null where month < ${month} and sealed is not null`)
  await tx.run(sql`delete from app.enquiry_key where month < ${previous}`)
}

/** Whether this batch is one of the member's two of the month, now or before. */
export async function takeBatch(
  tx: Tx,
  { month, memberId, blindedHash }: { month: Day; memberId: MemberId; blindedHash: Buffer },
): Promise<boolean> {
  await tx.run(sql`
    insert into app.enquiry_batch (cooperative_id, month, member_id, number, blinded_hash)
    select app.coop_id(), ${month}, ${memberId}, count(*) + 1, ${blindedHash} from app.enquiry_batch where month = ${month} and member_id = ${memberId}
    having count(*) < ${batchesOfMonth} and count(*) filter (where blinded_hash = ${blindedHash}) = 0
    on conflict do nothing`)
  const { isOurs } = await tx.one<{ isOurs: boolean }>(sql`
    select exists (select from app.enquiry_batch where month = ${month} and member_id = ${memberId} and blinded_hash = ${blindedHash}) as "isOurs"`)
  return isOurs
}
