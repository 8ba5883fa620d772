import type { TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { ErasureRequestId, MemberId } from '#core/ids.ts'
import { recordTexts } from '#features/members/members/rules/record-texts.ts'
import { columnOf, identifier, listOf, sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

/** The same version a second time leaves the first day. */
export async function insertConsent(
  tx: Tx,
  { cooperativeId }: TenantActor,
  memberId: MemberId,
  version: string,
): Promise<{ version: string; givenAt: Date }> {
  await tx.run(
    sql`insert into app.consent (cooperative_id, member_id, version) values (${cooperativeId}, ${memberId}, ${version}) on conflict do nothing`,
  )
  return tx.one(sql`select version, given_at from app.consent where member_id = ${memberId} and version = ${version}`)
}

/** False where one waits already. With the date of a letter it is the officer who records it. */
export async function insertErasureRequest(
  tx: Tx,
  { cooperativeId, loginId, name }: TenantActor,
  id: ErasureRequestId,
  memberId: MemberId,
  { reason, writtenOn }: { reason: string | null; writtenOn?: Day },
): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into app.erasure_request (cooperative_id, request_id, member_id, reason, written_on, recorded_by, recorded_by_name)
    values (${cooperativeId}, ${id}, ${memberId}, ${reason}, ${writtenOn ?? null}, ${writtenOn ? loginId : null}, ${writtenOn ? name : null}) on conflict do nothing`)
  return inserted > 0
}

/** False where another officer was quicker. */
export async function settleErasureRequest(
  tx: Tx,
  { loginId, name }: TenantActor,
  id: ErasureRequestId,
  status: 'refused' | 'carried_out',
  reason: string | null,
): Promise<boolean> {
  const settled = await tx.run(sql`
    update app.erasure_request set status = ${status}, decided_by = ${loginId}, decided_by_name = ${name}, decided_at = clock_timestamp(), decided_reason = ${reason}
    where request_id = ${id} and status = 'pending'`)
  return settled > 0
}

/** Postings share-lock a member, so none comes in while it is decided whether they may go. */
export async function lockPerson(tx: Tx, memberId: MemberId): Promise<void> {
  await tx.run(sql`select from app.member where member_id = ${memberId} for update`)
}

/** Answers with the pseudonym that is where the name was. */
export async function erasePerson(tx: Tx, { loginId, name }: TenantActor, memberId: MemberId): Promise<string> {
  await tx.run(sql`select app.erase_messages(${memberId})`)
  const { pseudonym } = await tx.one<{ pseudonym: string }>(
    sql`select app.erase_member(${memberId}, ${loginId}, ${name}) as pseudonym`,
  )
  const texts = listOf(recordTexts.map((text) => sql`${identifier(columnOf(text))} = null`))
  await tx.run(sql`update app.member set ${texts} where member_id = ${memberId}`)
  return pseudonym
}
