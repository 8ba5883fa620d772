import type { approveLeaving as contract } from '#features/members/leaving/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { whyNotSettle } from '#features/members/leaving/rules/leaving.ts'
import { moneyText } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { giveApproval, refuseOwnDecision } from '#features/access/approvals/server/give-approval.ts'
import { blockPostings } from '#platform/ledger/ledger.ts'
import { getLeaving } from './get-leaving.ts'
import { interestLines, planSettlement } from './plan-settlement.ts'
import { postSettlement } from './post-settlement.ts'
import { findLeaver, findPayees, lockAllOf, lockLeaving } from './queries.ts'

/**
 * Approves a settlement that waits, on the day for which it was put together, and posts it with the last approval that it
 * takes. Refuses: not_found, leaving_not_waiting, own_leaving, leaving_not_clear, leaving_short, leaving_changed,
 * maker_is_not_checker, approved_already, and what the ledger refuses.
 */
export async function approveLeaving(
  tx: Tx,
  actor: TenantActor,
  { leavingId }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const leaving = await lockLeaving(tx, leavingId)
  const { memberId, settlementId, settledOn: on, held, setOff, fee, net } = leaving
  if (leaving.status !== 'waiting' || !settlementId || !on || fee === null || net === null)
    return refuse('leaving_not_waiting')
  await refuseOwnDecision(tx, actor, 'leaving', settlementId, 'own_leaving')
  await lockAllOf(tx, memberId)
  await blockPostings(tx, actor.cooperativeId)
  const leaver = await findLeaver(tx, memberId)
  const plan = await planSettlement(tx, leaver, leaving, { on, fee })
  const wrong = whyNotSettle(plan.clearance, plan.sums)
  if (wrong) throw wrong
  const payees = await findPayees(tx, leavingId)
  // Nominees who were changed meanwhile are another settlement too.
  const isSame =
    plan.sums.held === held &&
    plan.sums.setOff === setOff &&
    plan.sums.net === net &&
    plan.payees.length === payees.length &&
    // A run may have posted meanwhile what the settlement was to pay: the sum is the same then, the statement is not.
    earnedOf(interestLines(plan.accounts)) === earnedOf(leaving.statement?.interest ?? []) &&
    plan.payees.every(
      ({ name, phone, amount }, index) =>
        payees[index]?.name === name && payees[index].phone === phone && payees[index].amount === amount,
    )
  if (!isSame) refuse('leaving_changed', { net: moneyText(plan.sums.net) })

  // From here on it must succeed.
  if (await giveApproval(tx, actor, 'leaving', settlementId))
    await postSettlement(tx, actor, { ...leaving, name: leaver.name }, { ...plan, on, paid: payees }, context)
  return getLeaving(tx, actor, { memberId }, context)
}

function earnedOf(lines: readonly { amount: bigint | string }[]): bigint {
  return lines.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
}
