import type { CooperativeActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { AccountId, MemberId } from '#core/ids.ts'
import { refusal, Refusal, refuse } from '#core/refusal.ts'
import { askOf } from '#platform/action.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { repayLoan } from '#features/loans/loans/server/actions.ts'
import { postContributions } from '#features/savings/contributions/server/actions.ts'
import { recordPaidShares } from '#features/savings/transactions/server/record-movement.ts'
import { findPayeesOfFormer, type SocietyAccount } from '#features/savings/transactions/server/reads.ts'
import { recordOwed } from '#features/savings/transactions/server/record-transactions.ts'
import type { NewLine } from './writes.ts'

export const paymentLoanUnknown = refusal(
  'payment_loan_unknown',
  422,
  'Choose one of the member’s loans that is being repaid.',
)

/**
 * Posts what a payment pays as an officer would, line by line, so that receipts, allocation and notices are the same.
 * Answers the receipt numbers in the order of the lines. What comes for one whose membership is over is owed to them. Refuses what contributions, repayments and purchases of shares refuse.
 */
export async function postLines(
  tx: Tx,
  actor: CooperativeActor,
  { memberId, on, through, lines }: { memberId: MemberId; on: Day; through: SocietyAccount; lines: readonly NewLine[] },
  context: Context,
): Promise<string[]> {
  const receipts: string[] = []
  const payee = (await findPayeesOfFormer(tx, [memberId])).get(memberId)
  for (const [index, line] of lines.entries())
    receipts.push(
      payee?.isFormer
        ? await recordOwed(tx, actor, { payee, amount: line.amount, on, through }, context.requestId)
        : await inLine(index, () =>
            postLine(tx, actor, { ...line, memberId: payee?.payeeId ?? memberId, on, through: through.id }, context),
          ),
    )
  return receipts
}

type Line = NewLine & { memberId: MemberId; on: Day; through: AccountId }

async function postLine(
  tx: Tx,
  actor: CooperativeActor,
  { kind, memberId, accountTypeId, loanId, period, amount, on, through }: Line,
  context: Context,
): Promise<string> {
  if (kind === 'shares')
    return recordPaidShares(tx, actor, { memberId, accountTypeId, amount, occurredOn: on, through }, context)
  if (kind === 'repayment') {
    if (!loanId) return refuse(paymentLoanUnknown({ field: 'loanId' }))
    const repayment = { loanId, amount, on, from: 'bank' as const, paidThrough: through }
    const loan = await repayLoan(askOf(tx, actor, context), repayment)
    if (loan.memberId !== memberId) refuse(paymentLoanUnknown({ field: 'loanId' }))
    const [last] = loan.movements.toSorted((a, b) => b.entryNumber - a.entryNumber)
    return last?.receiptNumber ?? refuse('not_found')
  }
  const input = {
    memberId,
    amount,
    occurredOn: on,
    paidThrough: through,
    // The provider says what was paid; no one can be asked.
    anotherPayment: true,
    ...(accountTypeId && { accountTypeId }),
    ...(period && { period }),
  }
  const [answer] = await postContributions(
    tx,
    actor.cooperativeId,
    [{ actor, input, requestId: context.requestId }],
    context,
  )
  if (answer instanceof Refusal) throw answer
  return answer?.receiptNumber ?? refuse('not_found')
}

/** A refusal names the field of its line. */
async function inLine<T>(index: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal(error.code, { ...error.detail, field: `lines.${index}.${error.detail.field ?? 'kind'}` })
  }
}
