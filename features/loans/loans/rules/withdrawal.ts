import { type Day, dayText } from '#core/calendar.ts'
import { type Kobo, moneyText } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import { type LoanStatus, outcomeOf } from './loan.ts'

/** A loan as somebody wants to take it back; `handedOverOn`: when the borrower got its goods. */
export type LoanToTakeBack = {
  status: LoanStatus
  disbursed: Kobo
  handedOverOn: Day | undefined
  decidedBy: string | undefined
}

/** Why a loan can't be withdrawn by its borrower: they may until money or goods have gone out, whoever has decided. */
export function whyNotWithdraw({ status, disbursed, handedOverOn, decidedBy }: LoanToTakeBack): Refusal | undefined {
  if (handedOverOn) return new Refusal('loan_handed_over', { on: dayText(handedOverOn) })
  if (disbursed > 0n) return new Refusal('loan_paid_out', { disbursed: moneyText(disbursed) })
  return status === 'submitted' || status === 'approved'
    ? undefined
    : new Refusal('loan_decided', { status: outcomeOf(status), by: decidedBy })
}

/** Why an officer can't cancel it: what no one has decided about is rejected instead. */
export function whyNotCancel(loan: LoanToTakeBack): Refusal | undefined {
  return loan.status === 'submitted' ? new Refusal('loan_not_decided') : whyNotWithdraw(loan)
}
