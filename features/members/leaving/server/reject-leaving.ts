import type { rejectLeaving as contract } from '#features/members/leaving/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { refuseOwnDecision } from '#features/access/approvals/server/give-approval.ts'
import { notifyOfficers } from '#features/access/notifications/server/notify-officers.ts'
import { getLeaving } from './get-leaving.ts'
import { findLeaver, lockLeaving } from './queries.ts'
import { markSentBack } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** Sends a settlement back; whoever asked for it may take it back so. Refuses: not_found, leaving_not_waiting, own_leaving. */
export async function rejectLeaving(
  tx: Tx,
  actor: TenantActor,
  { leavingId, reason }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const { memberId, status, settlementId } = await lockLeaving(tx, leavingId)
  if (status !== 'waiting' || !settlementId) return refuse('leaving_not_waiting')
  await refuseOwnDecision(tx, actor, 'leaving', settlementId, 'own_leaving')
  const { name } = await findLeaver(tx, memberId)
  await markSentBack(tx, leavingId)
  notifyOfficers(tx, actor.cooperativeId, {
    message: fill(strings.sentTheSettlementOfBack, { officer: actor.name, name, reason }),
    type: 'warning',
    link: `/coop/member/${memberId}/leave`,
  })
  return getLeaving(tx, actor, { memberId }, context)
}
