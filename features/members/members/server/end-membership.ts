import type { Day } from '#core/calendar.ts'
import type { TenantActor } from '#core/actor.ts'
import type { MemberId } from '#core/ids.ts'
import type { Tx } from '#platform/db/tx.ts'
import { endOffice } from './change-roles.ts'
import { declineRequests, endMemberSessions, updateStanding } from './store.ts'
import * as strings from './strings.ts'

/** Makes a member a former one from this day on; wherever they were signed in to this membership, they are no more, an office is over, and what they asked for is declined. */
export async function endMembership(
  tx: Tx,
  actor: TenantActor,
  memberId: MemberId,
  status: 'left' | 'deceased',
  leftOn: Day,
): Promise<void> {
  await updateStanding(tx, memberId, status, leftOn)
  await endMemberSessions(tx, memberId, 'membership_ended')
  await endOffice(tx, actor.cooperativeId, memberId)
  await declineRequests(tx, actor, memberId, strings.membershipHasEnded)
}
