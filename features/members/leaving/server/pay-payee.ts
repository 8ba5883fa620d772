import type { payPayee as contract } from '#features/members/leaving/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { isSelf, type TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import type { EntryId, PayoutId } from '#core/ids.ts'
import { entry } from '#features/accounting/books/rules/entry.ts'
import { moneyText } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import { approvalsOf } from '#features/access/approvals/rules/approvals.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { findApprovalRules } from '#features/access/approvals/server/queries.ts'
import { findMoneyAccount, findReversalRequest } from '#features/savings/transactions/server/queries.ts'
import { post } from '#platform/ledger/ledger.ts'
import { getLeaving } from './get-leaving.ts'
import { findLeaver, findPayees, findSettlementAccounts, lockLeaving } from './queries.ts'
import { insertPayout } from './store.ts'

/**
 * Pays what is owed of a settlement. Refuses: not_found, leaving_not_settled, own_leaving, reversal_asked, leaving_paid_already,
 * leaving_not_owed, money_account_unknown, and what the ledger refuses.
 */
export async function payPayee(
  tx: Tx,
  actor: TenantActor,
  { leavingId, number, paidThrough }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const { memberId, status, entryId: settlementEntry } = await lockLeaving(tx, leavingId)
  if (status !== 'settled') refuse('leaving_not_settled')
  if (isSelf(actor, memberId)) refuse('own_leaving')
  const asked = settlementEntry && (await findReversalRequest(tx, settlementEntry))
  if (asked) refuse('reversal_asked', { by: asked.askedBy })
  const payee = (await findPayees(tx, leavingId)).find((each) => each.number === number) ?? refuse('not_found')
  const { name, amount } = payee
  if (payee.paidOn !== null) refuse('leaving_paid_already', { name })
  if (amount === 0n) refuse('leaving_not_owed', { name })
  const [through, { former }] = [await findMoneyAccount(tx, paidThrough), await findSettlementAccounts(tx)]

  // From here on it must succeed.
  const on = dayIn(context.now)
  const entryId = newId<EntryId>()
  const voucher = entry({
    id: entryId,
    on,
    kind: 'leaving_payout',
    source: { type: 'leaving_payout', id: entryId },
    postings: [{ debit: former, credit: through.id, amount }],
  })
  const [posted] = await post(tx, actor.cooperativeId, [
    { entry: voucher, actorId: actor.loginId, requestId: context.requestId },
  ])
  if (!posted) throw new Error('The ledger left a payment without an answer')
  await insertPayout(tx, actor, { id: newId<PayoutId>(), leavingId, number, amount, on, through, posted })
  return getLeaving(tx, actor, { memberId }, context)
}

/** “Pay ₦5,000.00 to Ada Obi from Cash in hand, owed since the exit of Ada Obi”; it waits as a withdrawal of as much does. */
export async function describePayment(
  tx: Tx,
  _actor: TenantActor,
  { leavingId, number, paidThrough }: Parsed<typeof contract>,
): Promise<Change> {
  const { memberId } = await lockLeaving(tx, leavingId)
  const { name, amount } =
    (await findPayees(tx, leavingId)).find((each) => each.number === number) ?? refuse('not_found')
  const [leaver, through, rules] = [
    await findLeaver(tx, memberId),
    await findMoneyAccount(tx, paidThrough),
    await findApprovalRules(tx),
  ]
  return {
    description: `Pay ${moneyText(amount)} to ${name} from ${through.name}, owed since the exit of ${leaver.name}`,
    memberId,
    ownMemberId: memberId,
    money: { amount, approvals: approvalsOf(rules.leaving, amount) },
  }
}
