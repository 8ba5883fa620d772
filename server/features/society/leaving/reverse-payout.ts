import type { reversePayout as contract } from '#contract/society/leaving.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { dayIn } from '#domain/calendar.ts'
import { moneyText } from '#domain/money.ts'
import { refuse } from '#domain/refusal.ts'
import { approvalsOf } from '#domain/access/approvals/approvals.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import type { Change } from '#server/features/access/change-requests/ask-for-change.ts'
import { findApprovalRules } from '#server/features/access/approvals/queries.ts'

import { reverse } from '#server/ledger/ledger.ts'
import { getLeaving } from './get-leaving.ts'
import { findLeaver, findPayees, holdLeaving } from './queries.ts'
import { markPayoutReversed } from './store.ts'

/** Takes back the payment of what was owed. Refuses: not_found, leaving_not_settled, own_leaving, leaving_not_owed, and what the ledger refuses. */
export async function reversePayout(
  tx: Tx,
  actor: TenantActor,
  { leavingId, number, reason }: Parsed<typeof contract>,
  { now, requestId }: Context,
): Promise<Replied<typeof contract>> {
  const { memberId, status } = await holdLeaving(tx, leavingId)
  if (status !== 'settled') refuse('leaving_not_settled')
  if (actor.memberId === memberId) refuse('own_leaving')
  const { name, payoutId, payoutEntryId } =
    (await findPayees(tx, leavingId)).find((each) => each.number === number) ?? refuse('not_found')
  if (!payoutId || !payoutEntryId) return refuse('leaving_not_owed', { name })

  // From here on it must succeed.
  const reversal = await reverse(tx, actor.cooperativeId, payoutEntryId, {
    on: dayIn(now),
    actorId: actor.loginId,
    requestId,
  })
  await markPayoutReversed(tx, actor, payoutId, reason, reversal)
  return getLeaving(tx, actor, { memberId }, { now })
}

/** “Reverse the payment of ₦5,000.00 to Ada Obi, owed since the exit of Ada Obi. Reason: …” */
export async function describeReversedPayment(
  tx: Tx,
  _actor: TenantActor,
  { leavingId, number, reason }: Parsed<typeof contract>,
): Promise<Change> {
  const { memberId } = await holdLeaving(tx, leavingId)
  const { name, amount } =
    (await findPayees(tx, leavingId)).find((each) => each.number === number) ?? refuse('not_found')
  const [leaver, rules] = [await findLeaver(tx, memberId), await findApprovalRules(tx)]
  return {
    description: `Reverse the payment of ${moneyText(amount)} to ${name}, owed since the exit of ${leaver.name}. Reason: ${reason}`,
    memberId,
    ownMemberId: memberId,
    money: { amount, approvals: approvalsOf(rules.reversal, amount) },
  }
}
