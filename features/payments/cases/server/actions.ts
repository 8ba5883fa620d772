import type { CooperativeActor } from '#core/actor.ts'
import { dayIn, dayText } from '#core/calendar.ts'
import type { PaymentCaseId, TransactionId } from '#core/ids.ts'
import { moneyText, zeroKobo } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { approvalsOf } from '#features/access/approvals/rules/approvals.ts'
import { findApprovalRules } from '#features/access/approvals/server/reads.ts'
import { waitingAction } from '#features/access/change-requests/server/waiting-action.ts'
import { reverseLoanMovement } from '#features/loans/loans/server/reverse-loan-movement.ts'
import * as contract from '#features/payments/cases/contract.ts'
import { findPaymentAccounts } from '#features/payments/online-payments/server/reads.ts'
import { approvalsNeeded } from '#features/savings/transactions/rules/movement-approvals.ts'
import {
  makeReversal,
  refuseOwnReversal,
  refuseUnlessReversible,
} from '#features/savings/transactions/server/actions.ts'
import { findReversalRequest, lockVoucher } from '#features/savings/transactions/server/reads.ts'
import { submitJournal } from '#features/savings/transactions/server/record-journal.ts'
import { action, type Ask } from '#platform/action.ts'
import { newId } from '#platform/db/id.ts'
import { insert } from '#platform/db/write.ts'
import {
  findCase,
  findEntries,
  findOpenCase,
  isReversedByCase,
  paymentCaseSettled,
  type PaymentCase,
  type PaymentEntry,
  takesCases,
} from './reads.ts'

const paymentCasePartial = refusal(
  'payment_case_partial',
  409,
  "Only {amount} of {received} was given back, so the payment can't be reversed as a whole. Record the amount to an account.",
)
const paymentReversed = refusal(
  'payment_reversed',
  409,
  'This payment is reversed already. Record this amount to an account, and ask the payment provider why it was taken twice.',
)
const paymentEntriesUnknown = refusal(
  'payment_entries_unknown',
  409,
  'This payment was posted before its entries were stored with it. Reverse them under Transactions, or record the amount to an account.',
)
const caseAccountUnknown = refusal(
  'case_account_unknown',
  422,
  'Choose an asset or expense account of the society, such as bad debts, and not cash or a bank.',
)

/**
 * Takes what the provider gave back from the clearing account to an account of the society, where the payment stays: a part of it was
 * refunded, or the member has used the money. A journal, which waits for approval as any journal does.
 * Refuses: for_officers_only, not_found, payment_case_settled, payment_accounts_missing, case_account_unknown.
 */
export const recordPaymentCase = action(contract.recordPaymentCase, async (ask, { caseId, accountId }) => {
  const { tx, actor, today, context } = ask
  if (actor.role === 'member') return refuse('for_officers_only')
  const found = await findOpenCase(tx, caseId)
  const { kind, amount } = found
  const { gateway } = await findPaymentAccounts(tx)
  if (!(await takesCases(tx, accountId))) refuse(caseAccountUnknown({ field: 'accountId' }))
  const journal = {
    amount,
    approvals: approvalsNeeded(await findApprovalRules(tx), 'journal', amount),
    occurredOn: today,
    description: `${kind === 'refund' ? 'Refund' : 'Chargeback'} of an online payment of ${payerOf(found)}`,
    lines: [
      { accountId, debit: amount, credit: zeroKobo },
      { accountId: gateway.id, debit: zeroKobo, credit: amount },
    ],
  }
  const { id } = await submitJournal(tx, actor, journal, context.requestId)
  return handle({ ...ask, actor }, caseId, id)
})

/**
 * Reverses all that a payment posted but the provider's charge, the latest first, all or nothing; it waits as a reversal of as much
 * does. What was reversed on its own before stays so. Refuses: payment_case_settled, payment_case_partial, payment_reversed,
 * payment_entries_unknown, and what reversals of transactions and of repayments refuse.
 */
export const reversePayment = waitingAction(
  contract.reversePayment,
  async ({ tx }, { caseId }) => {
    const found = await findCase(tx, caseId)
    const { kind, amount, paidAt, memberId } = found
    const { reversal } = await findApprovalRules(tx)
    const on = paidAt ? ` on ${dayText(dayIn(paidAt))}` : ''
    return {
      description: `Reverse the online payment of ${moneyText(amount)} by ${payerOf(found)}${on}, which was ${kind === 'refund' ? 'refunded' : 'charged back'}`,
      ...(memberId !== null && { memberId, ownMemberId: memberId }),
      money: { amount, approvals: approvalsOf(reversal, amount) },
    }
  },
  async (ask, { caseId }) => {
    const { tx, actor } = ask
    if (actor.role === 'member') return refuse('for_officers_only')
    const found = await findOpenCase(tx, caseId)
    const { paymentId, amount, received } = found
    if (amount !== received) refuse(paymentCasePartial({ amount: moneyText(amount), received: moneyText(received) }))
    if (await isReversedByCase(tx, paymentId)) refuse(paymentReversed())
    const entries = await findEntries(tx, paymentId)
    if (entries.length === 0) refuse(paymentEntriesUnknown())
    const reason = reasonOf(found)
    for (const entry of entries) if (!entry.isReversed) await reverseOne({ ...ask, actor }, entry, reason)
    return handle({ ...ask, actor }, caseId, null)
  },
)

const payerOf = ({ memberName, sender }: PaymentCase) => memberName ?? sender ?? 'an unknown sender'

/** Once. `transactionId` is the journal that records it; null where the payment was reversed. */
async function handle(
  { tx, actor }: Ask<CooperativeActor>,
  caseId: PaymentCaseId,
  transactionId: TransactionId | null,
) {
  const handling = { handlingId: newId(), caseId, transactionId, handledByName: actor.name }
  if (!(await insert(tx, 'app.payment_case_handling', handling, { unlessThere: true }))) refuse(paymentCaseSettled())
  return findCase(tx, caseId)
}

const reasonOf = ({ kind }: PaymentCase) =>
  kind === 'refund' ? 'Refunded by the payment provider' : 'Charged back by the payer’s bank'

async function reverseOne(
  ask: Ask<CooperativeActor>,
  { entryId, loanId, movementId }: PaymentEntry,
  reason: string,
): Promise<void> {
  const { tx, actor, today, context } = ask
  if (loanId !== null && movementId !== null) {
    await reverseLoanMovement(ask, { loanId, movementId, reason })
    return
  }
  const held = await lockVoucher(tx, entryId)
  await refuseOwnReversal(tx, actor, { entryId, held })
  await refuseUnlessReversible(tx, { entryId, held })
  const asked = await findReversalRequest(tx, entryId)
  if (asked) refuse('reversal_asked', { by: asked.askedBy })
  await makeReversal(tx, actor, { entryId, held, reason }, { on: today, requestId: context.requestId })
}
