import { createHash } from 'node:crypto'
import { refuse } from '#core/refusal.ts'
import * as contract from '#features/members/photos/contract.ts'
import { action, uploadAction } from '#platform/action.ts'
import { remove, update, upsert } from '#platform/db/write.ts'
import { squareReader } from '#platform/files/document-file.ts'

/** Enough to know somebody by at the desk, and about ten kilobytes. */
const photoSide = 320

/** Refuses: not_found. */
export const uploadMemberPhoto = uploadAction(
  contract.uploadMemberPhoto,
  squareReader(photoSide),
  async ({ tx, actor, now }, { memberId, file: { content } }) => {
    const version = createHash('sha256').update(content).digest('hex').slice(0, 16)
    // New after each change, so that no browser shows the one before.
    const profilePicture = `/financial/members/${memberId}/photo?v=${version}`
    if ((await update(tx, 'app.member', { memberId, removedAt: null }, { profilePicture })) === 0) refuse('not_found')
    const photo = { memberId, content, version, addedByName: actor.name, addedAt: now }
    await upsert(tx, 'app.member_photo', ['cooperativeId', 'memberId'], photo)
    return { profilePicture }
  },
)

/** Refuses: not_found. */
export const deleteMemberPhoto = action(contract.deleteMemberPhoto, async ({ tx }, { memberId }) => {
  const members = await update(tx, 'app.member', { memberId, removedAt: null }, { profilePicture: null })
  await remove(tx, 'app.member_photo', { memberId })
  return members === 0 ? refuse('not_found') : { profilePicture: null }
})
