import { type Day, dayText } from '#core/calendar.ts'
import { type Kobo, moneyText } from '#core/money.ts'
import { Refusal, refusal } from '#core/refusal.ts'
import { type LoanStatus, outcomeOf } from './loan.ts'

const loanNotDecided = refusal(
  'loan_not_decided',
  409,
  'No one has decided about this application yet. Reject it instead.',
)
const loanPaidOut = refusal(
  'loan_paid_out',
  409,
  "{disbursed} of this loan has been paid out, so it can't be taken back any more. It ends when it is repaid, or the payment is reversed.",
)
const loanHandedOver = refusal(
  'loan_handed_over',
  409,
  "The goods of this loan were handed over on {on}, so it can't be taken back any more. If that was recorded by mistake, undo the hand-over first, then the payment.",
)

/** A loan as somebody wants to take it back; `handedOverOn`: when the borrower got its goods. */
export type LoanToTakeBack = {
  status: LoanStatus
  disbursed: Kobo
  handedOverOn: Day | undefined
  decidedBy: string | undefined
}

/** Why a loan can't be withdrawn by its borrower: they may until money or goods have gone out, whoever has decided. */
export function whyNotWithdraw({ status, disbursed, handedOverOn, decidedBy }: LoanToTakeBack): Refusal | undefined {
  if (handedOverOn) return loanHandedOver({ on: dayText(handedOverOn) })
  if (disbursed > 0n) return loanPaidOut({ disbursed: moneyText(disbursed) })
  return status === 'submitted' || status === 'approved'
    ? undefined
    : new Refusal('loan_decided', { status: outcomeOf(status), by: decidedBy })
}

/** Why an officer can't cancel it: what no one has decided about is rejected instead. */
export function whyNotCancel(loan: LoanToTakeBack): Refusal | undefined {
  return loan.status === 'submitted' ? loanNotDecided() : whyNotWithdraw(loan)
}
