import type { Parsed } from '#core/contract/endpoint.ts'
import type { downloadMemberPhoto as contract } from '#features/members/photos/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

/** Refuses: not_found, also to a fellow member, whom row security shows nothing. */
export async function downloadMemberPhoto(
  tx: Tx,
  _actor: TenantActor,
  { memberId }: Parsed<typeof contract>,
): Promise<{ fileName: string; mediaType: string; content: Buffer }> {
  const { content } =
    (await tx.maybe<{ content: Buffer }>(sql`select content from app.member_photo where member_id = ${memberId}`)) ??
    refuse('not_found')
  return { fileName: 'photo.webp', mediaType: 'image/webp', content }
}
