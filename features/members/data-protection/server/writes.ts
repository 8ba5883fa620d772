import type { TenantActor } from '#core/actor.ts'
import type { MemberId } from '#core/ids.ts'
import { recordTexts } from '#features/members/members/rules/record-texts.ts'
import { columnOf, identifier, listOf, sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

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
