import type { reversePayout as contract } from '#features/members/leaving/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { isSelf, type TenantActor } from '#core/actor.ts'
import { formerCode } from '#features/accounting/books/rules/chart.ts'
import { type Day, dayIn } from '#core/calendar.ts'
import { fill } from '#core/fill.ts'
import type { MemberId } from '#core/ids.ts'
import { type Kobo, moneyText } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import { approvalsOf } from '#features/access/approvals/rules/approvals.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { findApprovalRules } from '#features/access/approvals/server/queries.ts'
import { knownFacts, type PlannedMovement } from '#features/savings/transactions/server/plan-movement.ts'
import { postMovement } from '#features/savings/transactions/server/post-movement.ts'
import { findPayeesOfFormer } from '#features/savings/transactions/server/queries.ts'
import { insertRows } from '#features/savings/transactions/server/record-movement.ts'
import { recordOwed } from '#features/savings/transactions/server/record-owed.ts'
import { reverse } from '#platform/ledger/ledger.ts'
import { getLeaving } from './get-leaving.ts'
import { findLeaver, findPayees, findSettlementAccounts, lockLeaving } from './queries.ts'
import { markPayoutReversed } from './store.ts'
import * as strings from './strings.ts'

/**
 * Takes back the payment of what was owed. It is owed again; to one who was readmitted since, on their savings. Refuses: not_found, leaving_not_settled, own_leaving, leaving_not_owed, and what the ledger refuses.
 */
export async function reversePayout(
  tx: Tx,
  actor: TenantActor,
  { leavingId, number, reason }: Parsed<typeof contract>,
  { now, requestId }: Context,
): Promise<Replied<typeof contract>> {
  const { memberId, status } = await lockLeaving(tx, leavingId)
  if (status !== 'settled' && status !== 'readmitted') refuse('leaving_not_settled')
  if (isSelf(actor, memberId)) refuse('own_leaving')
  const { name, amount, payoutId, payoutEntryId } =
    (await findPayees(tx, leavingId)).find((each) => each.number === number) ?? refuse('not_found')
  if (!payoutId || !payoutEntryId) return refuse('leaving_not_owed', { name })

  // From here on it must succeed.
  const reversal = await reverse(tx, actor.cooperativeId, payoutEntryId, {
    on: dayIn(now),
    actorId: actor.loginId,
    requestId,
  })
  await markPayoutReversed(tx, actor, payoutId, reason, reversal)
  if (status === 'readmitted') await keepReturned(tx, actor, { memberId, amount, on: dayIn(now), reason }, requestId)
  return getLeaving(tx, actor, { memberId }, { now })
}

/** What came back of an exit that a readmission ended is the member's: on their savings, or owed to them where they left again. */
async function keepReturned(
  tx: Tx,
  actor: TenantActor,
  { memberId, amount, on, reason }: { memberId: MemberId; amount: Kobo; on: Day; reason: string },
  requestId: string,
): Promise<void> {
  const { former } = await findSettlementAccounts(tx)
  const through = { id: former, code: formerCode, name: strings.owedToFormerMembers }
  const payee = (await findPayeesOfFormer(tx, [memberId])).get(memberId)
  if (payee?.isFormer) {
    await recordOwed(tx, actor, { payee, amount, on, through }, requestId)
    return
  }
  const planned: PlannedMovement = {
    ...{ type: 'deposit', amount, occurredOn: on, memberId, through, income: null, out: null },
    in: await knownFacts(tx, { memberId: payee?.payeeId ?? memberId, accountTypeId: null }),
  }
  const state = await postMovement(tx, actor, planned, requestId)
  insertRows(tx, actor, planned, { description: fill(strings.paymentOfExitCameBack, { reason }), state })
}

/** “Reverse the payment of ₦5,000.00 to Ada Obi, owed since the exit of Ada Obi. Reason: …” */
export async function describeReversedPayment(
  tx: Tx,
  _actor: TenantActor,
  { leavingId, number, reason }: Parsed<typeof contract>,
): Promise<Change> {
  const { memberId } = await lockLeaving(tx, leavingId)
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
