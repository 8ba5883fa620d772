import type { Day } from '#domain/calendar.ts'
import type { MemberId } from '#domain/ids.ts'
import type { Tx } from '#server/db/tx.ts'
import { tellWhatEnded } from '#server/features/access/webhooks/tell-what-ended.ts'
import { endMemberSessions, updateStanding } from './store.ts'

/** Makes a member a former one from this day on; wherever they were signed in to this membership, they are no more. */
export async function endMembership(
  tx: Tx,
  memberId: MemberId,
  status: 'left' | 'deceased',
  leftOn: Day,
): Promise<void> {
  await updateStanding(tx, memberId, status, leftOn)
  await endMemberSessions(tx, memberId, 'membership_ended')
  await tellWhatEnded(tx, memberId)
}
