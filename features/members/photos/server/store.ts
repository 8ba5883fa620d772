import type { TenantActor } from '#core/actor.ts'
import type { MemberId } from '#core/ids.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

/** Saves the photo and returns its address, which is new after each change. */
export async function savePhoto(
  tx: Tx,
  actor: TenantActor,
  memberId: MemberId,
  content: Buffer,
  version: string,
): Promise<string | undefined> {
  const path = `/financial/members/${memberId}/photo?v=${version}`
  const member = await tx.maybe(
    sql`update app.member set profile_picture = ${path} where member_id = ${memberId} and removed_at is null returning member_id`,
  )
  if (!member) return undefined
  await tx.run(sql`
    insert into app.member_photo (cooperative_id, member_id, content, version, added_by_name) values (${actor.cooperativeId}, ${memberId}, ${content}, ${version}, ${actor.name})
    on conflict (cooperative_id, member_id) do update set content = excluded.content, version = excluded.version, added_by_name = excluded.added_by_name, added_at = clock_timestamp()`)
  return path
}

/** False where there is no such member. */
export async function removePhoto(tx: Tx, memberId: MemberId): Promise<boolean> {
  const member = await tx.maybe(
    sql`update app.member set profile_picture = null where member_id = ${memberId} and removed_at is null returning member_id`,
  )
  await tx.run(sql`delete from app.member_photo where member_id = ${memberId}`)
  return member !== undefined
}
