import type { Parsed } from '#core/contract/endpoint.ts'
import type { cancelHandOver as contract } from '#features/governance/elections/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayText } from '#core/calendar.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { type Election, findElection, type HandOver, lockHandOver } from './queries.ts'
import { setHandOver } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

type Input = Parsed<typeof contract>

/** Refuses: not_found, hand_over_done, hand_over_cancelled. */
export async function cancelHandOver(
  tx: Tx,
  actor: TenantActor,
  { handOverId, reason }: Input,
  { now }: Context,
): Promise<Election> {
  const { electionId, memberId } = await lockOpen(tx, handOverId)
  await setHandOver(tx, handOverId, { status: 'cancelled', reason })
  notifyMembers(tx, actor.cooperativeId, [
    { memberId, type: 'warning', message: fill(strings.yourHandOverWasCancelled, { reason }) },
  ])
  return findElection(tx, actor, electionId, now)
}

/** Members elected somebody: that they do not take office is no one officer's decision. */
export async function describeCancelling(
  tx: Tx,
  actor: TenantActor,
  { handOverId, reason }: Input,
  { now }: Context,
): Promise<Change> {
  const { electionId, memberId, postId, takesOfficeOn } = await lockOpen(tx, handOverId)
  const { posts, handOvers } = await findElection(tx, actor, electionId, now)
  const name = handOvers.find(({ id }) => id === handOverId)?.name ?? ''
  const title = posts.find((post) => post.postId === postId)?.title ?? ''
  return {
    description: fill(strings.cancelTheHandOverOf, { title, name, takesOfficeOn: dayText(takesOfficeOn), reason }),
    isOfOffice: true,
    memberId,
  }
}

async function lockOpen(tx: Tx, id: Input['handOverId']): Promise<HandOver> {
  const plan = await lockHandOver(tx, id)
  if (plan.status === 'done') refuse('hand_over_done')
  return plan.status === 'cancelled' ? refuse('hand_over_cancelled') : plan
}
