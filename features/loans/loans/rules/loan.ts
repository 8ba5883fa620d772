import { labelled } from '#core/words.ts'
import * as strings from './strings.ts'

export const interestMethods = ['flat', 'equal_instalment', 'equal_principal', 'upfront', 'murabaha'] as const
export type InterestMethod = (typeof interestMethods)[number]

/** What each way of charging is called on screen. */
export const interestMethodLabels: Record<InterestMethod, string> = {
  flat: strings.flatOnTheFirstPrincipal,
  equal_instalment: strings.reducingBalanceEqualInstalments,
  equal_principal: strings.reducingBalanceEqualPrincipal,
  upfront: strings.takenOffWhenPaidOut,
  murabaha: strings.murabahaAFixedMargin,
}

/** When interest on loans is income, and on fixed deposits an expense: as it is paid, or as it is earned. */
export const interestBases = ['cash', 'accrual'] as const
export type InterestBasis = (typeof interestBases)[number]

/** What each of them is called on screen. */
export const interestBasisLabels: Record<InterestBasis, string> = {
  cash: strings.whenItIsPaid,
  accrual: strings.whenItIsEarned,
}

/** The life of a loan, in its order; the last three are ways out of it. */
export const loanStatuses = [
  'draft',
  'submitted',
  'approved',
  'rejected',
  'active',
  'completed',
  'written_off',
  'withdrawn',
  'restructured',
] as const
export type LoanStatus = (typeof loanStatuses)[number]

/** What was decided about the application, for a sentence that refuses to decide again: a loan of any later status was approved. */
export function outcomeOf(status: LoanStatus): string {
  return status === 'rejected' || status === 'withdrawn' ? status : 'approved'
}

/** What each status is called on screen. */
export const loanStatusLabels: Record<LoanStatus, string> = labelled({
  draft: strings.draft,
  submitted: strings.waiting,
  approved: strings.approved,
  rejected: strings.rejected,
  active: strings.active,
  completed: strings.completed,
  written_off: strings.writtenOff,
  withdrawn: strings.withdrawn,
  restructured: strings.restructured,
})

/** How money reaches a borrower, and how it comes back. */
export const disbursementWays = ['savings', 'cash', 'bank', 'vendor'] as const
export const repaymentWays = ['cash', 'bank', 'savings'] as const
export type MoneyWay = (typeof disbursementWays)[number]

/** What happens to a loan; `recovered`: came in after it was written off. */
export const movementKinds = ['disbursement', 'repayment', 'reallocation', 'write_off', 'recovered'] as const
export type LoanMovementKind = (typeof movementKinds)[number]

/** The ways that a movement may have gone; what an employer deducted comes with its return alone, and what is recovered from savings by its own call; `opening` came from the society's old books, `top_up` with a new loan that settled this one, `leaving` with the settlement of a member who left, and `rebate` is upfront interest that was given back. */
export const movementWays = [
  ...disbursementWays,
  'deduction',
  'recovery',
  'opening',
  'top_up',
  'leaving',
  'rebate',
] as const
export type MovementWay = (typeof movementWays)[number]

/** The most running loans that one application may settle. */
export const settlesMax = 5

/** Loans that take up what a member may borrow. */
export const committedStatuses: readonly LoanStatus[] = ['submitted', 'approved', 'active']
