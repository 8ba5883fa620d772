import { refuse } from '#core/refusal.ts'
import * as contract from '#features/members/photos/contract.ts'
import { action } from '#platform/action.ts'
import { sql } from '#platform/db/sql.ts'

/** Refuses: not_found, also to a fellow member, whom row security shows nothing. */
export const downloadMemberPhoto = action(contract.downloadMemberPhoto, async ({ tx }, { memberId }) => {
  const found = await tx.maybe<{ content: Buffer }>(
    sql`select content from app.member_photo where member_id = ${memberId}`,
  )
  const { content } = found ?? refuse('not_found')
  return { fileName: 'photo.webp', mediaType: 'image/webp', content }
})
