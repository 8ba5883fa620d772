import * as contract from '#features/payments/batches/contract.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import { approvalsOf } from '#features/access/approvals/rules/approvals.ts'
import type { LoanMovementId } from '#core/ids.ts'
import { moneyText, sumKobo } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import type { Outcome } from '#features/payments/batches/rules/payment-batch.ts'
import type { Ask } from '#platform/action.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findApprovalRules } from '#features/access/approvals/server/reads.ts'
import { waitingAction } from '#features/access/change-requests/server/waiting-action.ts'
import { notifyMembers, notifyOfficers } from '#features/access/notifications/server/notify-members.ts'
import { reverseLoanMovement } from '#features/loans/loans/server/reverse-loan-movement.ts'
import { lockVoucher } from '#features/savings/transactions/server/reads.ts'
import {
  makeReversal,
  refuseOwnReversal,
  refuseUnlessReversible,
} from '#features/savings/transactions/server/actions.ts'
import { namesOf } from './actions.ts'
import { type Batch, findDecidersAmong, findItems, findPaymentBatch, type Item, lockBatch } from './reads.ts'
import { markResults } from './writes.ts'

const paymentFailedAlready = refusal(
  'payment_failed_already',
  409,
  'The payment to {name} has failed and was reversed. If it was paid after all, record the payment again.',
)
const paymentsOnTheirWay = refusal(
  'payments_on_their_way',
  409,
  'Paystack is sending the payment to {names}. Its result is recorded by itself.',
)

type Input = Parsed<typeof contract.recordPaymentResults>
type Result = { item: Item; outcome: Outcome; reason: string | null }

const usualReason = () => t('The bank did not make the payment.')

/** What an officer says that the bank did. Refuses as `savePaymentResults`, and payments_on_their_way. */
export const recordPaymentResults = waitingAction(
  contract.recordPaymentResults,
  async ({ tx }, { batchId, results }) => {
    // A failed payment is a reversal, which waits as reversals of as much do; what was paid is recorded at once.
    const batch = await findPaymentBatch(tx, batchId)
    const failed = (await newsIn(tx, batch, results)).filter(({ outcome }) => outcome === 'failed')
    if (failed.length === 0) return undefined
    const [officer] = await findDecidersAmong(
      tx,
      failed.map(({ item }) => item.memberId),
    )
    const amount = sumOf(failed)
    const named = failed
      .slice(0, 5)
      .map(({ item, reason }) => `${item.memberName}, ${moneyText(item.amount)} (${reason})`)
    const told = { number: batch.number, payments: named.join('; ') }
    const more = failed.length - named.length
    return {
      description:
        more > 0
          ? t('Failed payments of batch {number} are reversed: {payments} and {more} more', { ...told, more })
          : t('Failed payments of batch {number} are reversed: {payments}', told),
      ...(officer && { ownMemberId: officer }),
      money: { amount, approvals: approvalsOf((await findApprovalRules(tx)).reversal, amount) },
    }
  },
  async (ask, input) => {
    const batch = await lockBatch(ask.tx, input.batchId, 'approved', 'finished')
    await refuseOnTheirWay(ask.tx, batch, input.results)
    return savePaymentResults(ask, input)
  },
)

/** What the provider has or gets may be paid whatever an officer says. Refuses: payments_on_their_way. */
async function refuseOnTheirWay(tx: Tx, batch: Batch, results: Input['results']): Promise<void> {
  const named = new Set(results.map(({ line }) => line))
  const sent = (await findItems(tx, batch)).filter(({ line, isOnItsWay }) => isOnItsWay && named.has(line))
  if (sent.length > 0) refuse(paymentsOnTheirWay({ names: namesOf(sent) }))
}

/**
 * Saves what the bank did. A payment that failed is reversed as an officer would, once, whatever is said twice; one that was
 * paid may still come back. Refuses: not_found, payment_batch_status, payment_failed_already, and what a reversal refuses.
 */
export async function savePaymentResults(ask: Ask, { batchId, results }: Input): Promise<Batch> {
  const { tx, actor } = ask
  const batch = await lockBatch(tx, batchId, 'approved', 'finished')
  const news = await newsIn(tx, batch, results)
  if (news.length === 0) return batch
  await markResults(
    tx,
    actor,
    batchId,
    news.map(({ item: { line }, outcome, reason }) => ({ line, outcome, reason })),
  )
  const failed = news.filter(({ outcome }) => outcome === 'failed')
  for (const each of failed) await undo(ask, each)
  if (failed.length > 0)
    notifyOfficers(tx, actor.cooperativeId, {
      type: 'warning',
      message: t('{failed} of {payments} payments of batch {number} failed: {amount} was reversed.', {
        failed: failed.length,
        payments: batch.total.payments,
        number: batch.number,
        amount: moneyText(sumOf(failed)),
      }),
      link: `/coop/financial-operations/payment-batches?batch=${batchId}`,
    })
  return findPaymentBatch(tx, batchId)
}

const sumOf = (results: readonly Result[]) => sumKobo(results.map(({ item }) => item.amount))

/** The results that say something else than is known; the last of each payment. */
async function newsIn(tx: Tx, batch: Batch, results: Input['results']): Promise<Result[]> {
  const items = new Map((await findItems(tx, batch)).map((item) => [item.line, item]))
  const last = new Map(results.map((result) => [result.line, result]))
  return [...last.values()].flatMap(({ line, outcome, reason }) => {
    const item = items.get(line) ?? refuse('not_found', { field: 'results' })
    if (item.status === outcome) return []
    if (item.status === 'failed') refuse(paymentFailedAlready({ name: item.memberName }))
    return [{ item, outcome, reason: outcome === 'failed' ? (reason ?? usualReason()) : null }]
  })
}

/** Brings the money back on the member's account, or the loan back to be paid out. */
async function undo(ask: Ask, { item, reason: why }: Result): Promise<void> {
  const { tx, actor, today, context } = ask
  const reason = t('Payment {reference} failed: {why}', { reference: item.reference, why: why ?? usualReason() })
  const { loanId, entryId, memberId } = item
  if (loanId) {
    await reverseLoanMovement(ask, { loanId, movementId: item.sourceId as LoanMovementId, reason })
    return
  }
  const held = await lockVoucher(tx, entryId)
  await refuseOwnReversal(tx, actor, { entryId, held })
  await refuseUnlessReversible(tx, { entryId, held })
  await makeReversal(tx, actor, { entryId, held, reason }, { on: today, requestId: context.requestId })
  notifyMembers(tx, actor.cooperativeId, [
    {
      memberId,
      type: 'warning',
      message: t(
        'The payment of {amount} to your {bankName} account ending in {lastDigits} failed. The money is back on your account with the society. Check your bank details.',
        { amount: moneyText(item.amount), bankName: item.bankName, lastDigits: item.accountNumber.slice(-4) },
      ),
      link: '/member/profile',
    },
  ])
}
