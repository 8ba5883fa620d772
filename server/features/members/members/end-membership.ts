import type { Day } from '#domain/calendar.ts'
import type { CooperativeId, MemberId } from '#domain/ids.ts'
import type { Tx } from '#server/db/tx.ts'
import { endOffice } from './change-roles.ts'
import { endMemberSessions, updateStanding } from './store.ts'

/** Makes a member a former one from this day on; wherever they were signed in to this membership, they are no more, and an office is over. */
export async function endMembership(
  tx: Tx,
  cooperativeId: CooperativeId,
  memberId: MemberId,
  status: 'left' | 'deceased',
  leftOn: Day,
): Promise<void> {
  await updateStanding(tx, memberId, status, leftOn)
  await endMemberSessions(tx, memberId, 'membership_ended')
  await endOffice(tx, cooperativeId, memberId)
}
