import type { decideErasure as contract } from '#features/members/data-protection/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayText } from '#core/calendar.ts'
import { Refusal, refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { findErasureRequest, findObstacles, findMembershipNumber, lockErasureRequest } from './queries.ts'
import { erasePerson, lockPerson, settleErasureRequest } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/**
 * Refuses a member's wish with a reason, or takes the person out of the records. The books are not touched.
 * Refuses: not_found, erasure_decided, erasure_reason_missing, member_has_money, member_has_loan, member_loan_recoverable, member_stands_for_loan, member_exit_open, member_has_requests.
 */
export async function decideErasure(
  tx: Tx,
  actor: TenantActor,
  { requestId, decision, reason }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  const { memberId, status, decidedBy } = await lockErasureRequest(tx, requestId)
  if (status !== 'pending') refuse('erasure_decided', { by: decidedBy ?? undefined })
  if (decision === 'refuse') {
    if (!reason) return refuse('erasure_reason_missing', { field: 'reason' })
    // From here on it must succeed, unless another officer was quicker.
    if (!(await settleErasureRequest(tx, actor, requestId, 'refused', reason))) refuse('erasure_decided')
    notifyMembers(tx, actor.cooperativeId, [
      { memberId, type: 'warning', message: fill(strings.yourDataWasNotErased, { reason }), link: '/member/settings' },
    ])
    return findErasureRequest(tx, requestId)
  }
  await lockPerson(tx, memberId)
  const [first, ...also] = await findObstacles(tx, memberId)
  if (first) throw new Refusal(first.code, first.detail, also)

  // From here on it must succeed, unless another officer was quicker.
  if (!(await settleErasureRequest(tx, actor, requestId, 'carried_out', reason || null))) refuse('erasure_decided')
  await erasePerson(tx, actor, memberId)
  return findErasureRequest(tx, requestId)
}

/** By a letter that an officer recorded: the society has no other sign of what the person wants, and it can't be undone. */
export async function describeErasure(
  tx: Tx,
  _actor: TenantActor,
  { requestId, decision }: Parsed<typeof contract>,
): Promise<Change | undefined> {
  if (decision !== 'erase') return undefined
  const { memberId } = await lockErasureRequest(tx, requestId)
  const { letter } = await findErasureRequest(tx, requestId)
  if (!letter) return undefined
  // Without the name, which has to go.
  const membershipno = await findMembershipNumber(tx, memberId)
  return {
    description: fill(strings.eraseByLetter, {
      ...{ membershipno, day: dayText(letter.writtenOn), by: letter.recordedBy },
    }),
    memberId,
  }
}
