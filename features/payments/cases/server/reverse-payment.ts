import type { reversePayment as contract } from '#features/payments/cases/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn, dayText } from '#core/calendar.ts'
import { moneyText } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import { approvalsOf } from '#features/access/approvals/rules/approvals.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findApprovalRules } from '#features/access/approvals/server/queries.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { reverseLoanMovement } from '#features/loans/loans/server/reverse-loan-movement.ts'
import { findReversalRequest, lockVoucher } from '#features/savings/transactions/server/reads.ts'
import {
  makeReversal,
  refuseOwnReversal,
  refuseUnlessReversible,
} from '#features/savings/transactions/server/actions.ts'
import {
  findCase,
  findEntries,
  findOpenCase,
  isReversedByCase,
  type PaymentCase,
  type PaymentEntry,
} from './queries.ts'
import { insertHandling } from './store.ts'

/**
 * Reverses all that a payment posted but the provider's charge, the latest first, all or nothing. What was reversed on its own
 * before stays so. Refuses: payment_case_settled, payment_case_partial, payment_reversed, payment_entries_unknown, and what
 * reversals of transactions and of repayments refuse.
 */
export async function reversePayment(
  tx: Tx,
  actor: TenantActor,
  { caseId }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  if (actor.role === 'member') return refuse('for_officers_only')
  const found = await findOpenCase(tx, caseId)
  const { paymentId, amount, received } = found
  if (amount !== received) refuse('payment_case_partial', { amount: moneyText(amount), received: moneyText(received) })
  if (await isReversedByCase(tx, paymentId)) refuse('payment_reversed')
  const entries = await findEntries(tx, paymentId)
  if (entries.length === 0) refuse('payment_entries_unknown')
  const reason = reasonOf(found)
  for (const entry of entries) if (!entry.isReversed) await reverseOne(tx, actor, entry, reason, context)
  if (!(await insertHandling(tx, actor, caseId, null))) refuse('payment_case_settled')
  return findCase(tx, caseId)
}

/** “Reverse the online payment of ₦15,000.00 by Ada Obi on 3 Feb 2026, which was refunded”; it waits as a reversal of as much does. */
export async function describeReversedPayment(
  tx: Tx,
  _actor: TenantActor,
  { caseId }: Parsed<typeof contract>,
): Promise<Change> {
  const { kind, amount, paidAt, memberId, memberName, sender } = await findCase(tx, caseId)
  const { reversal } = await findApprovalRules(tx)
  const on = paidAt ? ` on ${dayText(dayIn(paidAt))}` : ''
  return {
    description: `Reverse the online payment of ${moneyText(amount)} by ${memberName ?? sender ?? 'an unknown sender'}${on}, which was ${kind === 'refund' ? 'refunded' : 'charged back'}`,
    ...(memberId !== null && { memberId, ownMemberId: memberId }),
    money: { amount, approvals: approvalsOf(reversal, amount) },
  }
}

const reasonOf = ({ kind }: PaymentCase) =>
  kind === 'refund' ? 'Refunded by the payment provider' : 'Charged back by the payer’s bank'

async function reverseOne(
  tx: Tx,
  actor: TenantActor,
  { entryId, loanId, movementId }: PaymentEntry,
  reason: string,
  context: Context,
): Promise<void> {
  if (loanId !== null && movementId !== null) {
    await reverseLoanMovement(tx, actor, { loanId, movementId, reason }, context)
    return
  }
  const held = await lockVoucher(tx, entryId)
  await refuseOwnReversal(tx, actor, { entryId, held })
  await refuseUnlessReversible(tx, { entryId, held })
  const asked = await findReversalRequest(tx, entryId)
  if (asked) refuse('reversal_asked', { by: asked.askedBy })
  await makeReversal(tx, actor, { entryId, held, reason }, { on: dayIn(context.now), requestId: context.requestId })
}
