import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { declineMemberRequest as contract } from '#features/members/requests/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { findRequest, lockRequest } from './queries.ts'
import { decideRequest } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** Declines a request and tells the member why. Refuses: not_found, request_decided. */
export async function declineMemberRequest(
  tx: Tx,
  actor: TenantActor,
  { requestId, reason }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  const { memberId } = await lockRequest(tx, requestId)
  await decideRequest(tx, actor, requestId, 'declined', reason)
  notifyMembers(tx, actor.cooperativeId, [
    { memberId, type: 'warning', message: fill(strings.whatYouAskedForWas, { reason }), link: '/member/requests' },
  ])
  return findRequest(tx, requestId)
}
