import { addMonthsToDay, type Day } from '#domain/calendar.ts'
import type { MemberId } from '#domain/ids.ts'
import { type Kobo, moneyText, zeroKobo } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'

export const interestMethods = ['flat', 'equal_instalment', 'equal_principal', 'upfront', 'murabaha'] as const
export type InterestMethod = (typeof interestMethods)[number]

/** What each way of charging is called on screen. */
export const interestMethodLabels: Record<InterestMethod, string> = {
  flat: 'Flat, on the first principal',
  equal_instalment: 'Reducing balance, equal instalments',
  equal_principal: 'Reducing balance, equal principal',
  upfront: 'Taken off when paid out',
  murabaha: 'Murabaha, a fixed margin',
}

/** The life of a loan, in its order; the last three are ways out of it. */
export const loanStatuses = ['draft', 'submitted', 'approved', 'rejected', 'active', 'completed', 'written_off', 'withdrawn', 'restructured'] as const
export type LoanStatus = (typeof loanStatuses)[number]

/** What each status is called on screen. */
export const loanStatusLabels: Record<LoanStatus, string> = {
  draft: 'Draft',
  submitted: 'Waiting',
  approved: 'Approved',
  rejected: 'Rejected',
  active: 'Active',
  completed: 'Completed',
  written_off: 'Written off',
  withdrawn: 'Withdrawn',
  restructured: 'Restructured',
}

/** How money reaches a borrower, and how it comes back. */
export const disbursementWays = ['savings', 'cash', 'bank', 'vendor'] as const
export const repaymentWays = ['cash', 'bank', 'savings'] as const
export type MoneyWay = (typeof disbursementWays)[number]

/** The ways that a movement may have gone; what an employer deducted comes with its return alone. */
export const movementWays = [...disbursementWays, 'deduction'] as const
export type MovementWay = (typeof movementWays)[number]

/** Loans that take up what a member may borrow. */
export const committedStatuses: readonly LoanStatus[] = ['submitted', 'approved', 'active']

/** What a loan configuration allows, and what the cooperative does. */
export type LoanTerms = { name: string; instalmentsMax: number; savingsMultiplePercent: number; isRetired: boolean }
export type LoanRules = { savingsMultiplePercent: number; waitingMonths: number; guarantorsRequired: number }

/** The one who wants to borrow. `committed`: the principal of his other loans that are asked for, approved or running. */
export type Borrower = { memberId: MemberId; name: string; status: 'active' | 'inactive'; joinedOn: Day; savings: Kobo; committed: Kobo }

export type Guarantor = { memberId: MemberId; name: string; status: 'active' | 'inactive' }

/**
 * The most that can be borrowed now, and the sentence that explains it. Each loan has its own multiple of the savings;
 * all loans of a member together stay within the cooperative's.
 */
export function loanLimit({ savings, committed }: Pick<Borrower, 'savings' | 'committed'>, terms: Pick<LoanTerms, 'savingsMultiplePercent'>, rules: Pick<LoanRules, 'savingsMultiplePercent'>): { max: Kobo; why: string } {
  const own = multipleOf(savings, terms.savingsMultiplePercent)
  const together = multipleOf(savings, rules.savingsMultiplePercent)
  const left = (together > committed ? together - committed : zeroKobo) as Kobo
  if (own <= left) return { max: own, why: `${times(terms.savingsMultiplePercent)} the savings of ${moneyText(savings)}` }
  const less = committed > 0n ? `, less ${moneyText(committed)} of other loans` : ''
  return { max: left, why: `all loans together may reach ${times(rules.savingsMultiplePercent)} the savings of ${moneyText(savings)}${less}` }
}

/** Kobo that a percentage leaves over are not lent. */
function multipleOf(savings: Kobo, percent: number): Kobo {
  return (savings > 0n ? (savings * BigInt(percent)) / 100n : zeroKobo) as Kobo
}

function times(percent: number): string {
  return `${percent / 100} times`
}

/** From when this member may borrow. */
export function borrowsFrom(joinedOn: Day, waitingMonths: number): Day {
  return addMonthsToDay(joinedOn, waitingMonths)
}

export type LoanApplication = { principal: Kobo; instalments: number; guarantorIds: readonly MemberId[] }

/** Every rule that this application breaks, each with its figure; empty when the loan may be granted. */
export function whyNotBorrow(
  { borrower, terms, rules, guarantors }: { borrower: Borrower; terms: LoanTerms; rules: LoanRules; guarantors: readonly Guarantor[] },
  { principal, instalments, guarantorIds }: LoanApplication,
  today: Day,
): Refusal[] {
  const reasons: Refusal[] = []
  if (borrower.status !== 'active') reasons.push(new Refusal('member_not_active', { field: 'memberId', name: borrower.name }))
  if (terms.isRetired) reasons.push(new Refusal('loan_configuration_not_offered', { field: 'loanConfigId' }))
  const from = borrowsFrom(borrower.joinedOn, rules.waitingMonths)
  if (today < from) reasons.push(new Refusal('loan_too_early', { field: 'memberId', name: borrower.name, joined: borrower.joinedOn, months: rules.waitingMonths, from }))
  const { max, why } = loanLimit(borrower, terms, rules)
  if (principal > max) reasons.push(new Refusal('loan_above_limit', { field: 'principal', loan: terms.name, max: moneyText(max), why }))
  if (instalments > terms.instalmentsMax) reasons.push(new Refusal('loan_too_many_instalments', { field: 'instalments', loan: terms.name, max: terms.instalmentsMax }))
  return [...reasons, ...whyNotGuaranteed(borrower.memberId, guarantors, guarantorIds, rules.guarantorsRequired)]
}

function whyNotGuaranteed(borrowerId: MemberId, guarantors: readonly Guarantor[], named: readonly MemberId[], required: number): Refusal[] {
  const known = new Map(guarantors.map((guarantor) => [guarantor.memberId, guarantor]))
  const reasons = named.flatMap((memberId, index) => {
    const field = `guarantors.${index}`
    const guarantor = known.get(memberId)
    if (memberId === borrowerId) return [new Refusal('guarantor_is_borrower', { field })]
    if (!guarantor) return [new Refusal('guarantor_unknown', { field })]
    return guarantor.status === 'active' ? [] : [new Refusal('guarantor_not_active', { field, name: guarantor.name })]
  })
  return named.length < required ? [...reasons, new Refusal('guarantors_too_few', { field: 'guarantors', required, given: named.length })] : reasons
}
