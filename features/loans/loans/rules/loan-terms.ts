import { addMonthsToDay, type Day } from '#core/calendar.ts'
import { type Kobo, kobo } from '#core/money.ts'
import type { InstalmentUnit } from './due-dates.ts'
import { chargesFromKept, chargesToKeep, type StoredCharges, type LoanCharges, noCharges } from './product-charges.ts'
import {
  type StoredSchedule,
  plainSchedule,
  scheduleFromKept,
  scheduleToKeep,
  type ScheduleTerms,
} from './schedule-terms.ts'
import * as strings from './strings.ts'

/** What a loan is a multiple of. */
export const limitBases = ['savings', 'savings_and_shares'] as const
export type LimitBasis = (typeof limitBases)[number]

/** What each of them is called on screen. */
export const limitBasisLabels: Record<LimitBasis, string> = {
  savings: strings.savings,
  savings_and_shares: strings.savingsAndShares,
}

/** From so many years of membership on, this multiple holds instead. */
export type YearStep = { years: number; multiplePercent: number }

/** From this amount on, so many officers approve. */
export type ApprovalStep = { from: Kobo; approvals: number }

/** A loan of at most so many instalments costs this much a year, in millionths. */
export type RateStep = { instalments: number; annualRatePpm: number }

/** The rate of a loan of this length: that of the shortest step that reaches it, or the usual one where none does. */
export function rateFor(
  { annualRatePpm, rateSteps }: { annualRatePpm: number; rateSteps: readonly RateStep[] },
  instalments: number,
): number {
  const fitting = rateSteps.filter((step) => instalments <= step.instalments)
  return fitting.toSorted((one, other) => one.instalments - other.instalments)[0]?.annualRatePpm ?? annualRatePpm
}

/** What a loan product asks beside interest and length. Null: as the cooperative does. */
export type LoanRules = {
  limitOn: LimitBasis
  yearSteps: readonly YearStep[]
  waitingMonths: number | null
  guarantorsRequired: number | null
  /** Who owes a loan can't be a guarantor. */
  guarantorsUnindebted: boolean
  /** What part of the principal the guarantors' pledged savings come to together. */
  guarantorCoverPercent: number
  /** What part of the principal stays on the borrower's own savings. */
  ownCoverPercent: number
  /** All that is deducted in a month is at most a third of the net salary. */
  thirdOfSalary: boolean
  /** How many days an instalment of any loan may be overdue; null: as many as it likes. */
  overdueDaysMax: number | null
  /** A member who still owes what was written off may borrow all the same. */
  writtenOffMayBorrow: boolean
  /** How many loans, and how many of this product, a member has at once; 0: as many as they like. */
  loansMax: number
  sameLoansMax: number
  approvalSteps: readonly ApprovalStep[]
  /** What part of a loan has come back before a new loan may settle it; null: none may. */
  topUpAfterPercent: number | null
  /** It pays for goods of the society's list, and its principal is what they cost. */
  forGoods: boolean
  /** How often an instalment falls due. */
  repaidEvery: InstalmentUnit
  /** Other rates for shorter loans. */
  rateSteps: readonly RateStep[]
  schedule: ScheduleTerms
} & LoanCharges

/** What a loan product asked before it could ask more than a multiple of the savings. */
export const plainRules: LoanRules = {
  limitOn: 'savings',
  yearSteps: [],
  waitingMonths: null,
  guarantorsRequired: null,
  guarantorsUnindebted: false,
  guarantorCoverPercent: 0,
  ownCoverPercent: 0,
  thirdOfSalary: false,
  // An employer may take a month to deduct and pay over.
  overdueDaysMax: 30,
  writtenOffMayBorrow: false,
  loansMax: 0,
  sameLoansMax: 0,
  approvalSteps: [],
  topUpAfterPercent: null,
  forGoods: false,
  repaidEvery: 'month',
  rateSteps: [],
  schedule: plainSchedule,
  ...noCharges,
}

/** What an application is held to for ever, though loan product and cooperative change what they ask. */
export type LoanTerms = Omit<
  LoanRules,
  'waitingMonths' | 'guarantorsRequired' | 'topUpAfterPercent' | 'forGoods' | 'rateSteps'
> & {
  instalmentsMax: number
  savingsMultiplePercent: number
  waitingMonths: number
  guarantorsRequired: number
  /** How far all loans of a member together may go. */
  togetherPercent: number
}

/** What the cooperative asks of every loan. */
export type SocietyRules = { savingsMultiplePercent: number; waitingMonths: number; guarantorsRequired: number }

export function termsNow(
  {
    instalmentsMax,
    savingsMultiplePercent,
    rules,
  }: { instalmentsMax: number; savingsMultiplePercent: number; rules: LoanRules },
  society: SocietyRules,
): LoanTerms {
  // Asked of the product of the loan that is settled, not of the new one.
  // Whether an application is for goods, the goods say that are kept with it.
  // Which rate it is, the length says that is applied for.
  const { topUpAfterPercent: _ofRunning, forGoods: _byItsGoods, rateSteps: _byLength, ...asked } = rules
  return {
    ...asked,
    instalmentsMax,
    savingsMultiplePercent,
    waitingMonths: rules.waitingMonths ?? society.waitingMonths,
    guarantorsRequired: rules.guarantorsRequired ?? society.guarantorsRequired,
    togetherPercent: society.savingsMultiplePercent,
  }
}

/** The multiple that holds for one who joined then. */
export function multipleOn(
  { savingsMultiplePercent, yearSteps }: Pick<LoanTerms, 'savingsMultiplePercent' | 'yearSteps'>,
  joinedOn: Day,
  day: Day,
): number {
  const reached = yearSteps.filter(({ years }) => addMonthsToDay(joinedOn, years * 12) <= day)
  return reached.toSorted((one, other) => one.years - other.years).at(-1)?.multiplePercent ?? savingsMultiplePercent
}

/** How many officers approve a loan of this amount: one where no step asks for more. */
export function approvalsOfLoan(steps: readonly ApprovalStep[], principal: Kobo): number {
  return steps.filter(({ from }) => from <= principal).reduce((most, { approvals }) => Math.max(most, approvals), 1)
}

/** A part of an amount in whole kobo, rounded up: what covers a loan never covers a kobo too little. */
export function partOf(amount: Kobo, percent: number): Kobo {
  return kobo((amount * BigInt(percent) + 99n) / 100n)
}

/** What the guarantors' savings cover together; nothing where none is required. */
export function coverOf(
  principal: Kobo,
  { guarantorsRequired, guarantorCoverPercent }: Pick<LoanTerms, 'guarantorsRequired' | 'guarantorCoverPercent'>,
): Kobo {
  return partOf(principal, guarantorsRequired === 0 ? 0 : guarantorCoverPercent)
}

/** An amount in so many parts that differ by a kobo at most, the larger ones first. */
export function evenParts(amount: Kobo, parts: number): Kobo[] {
  if (parts === 0) return []
  const [each, more] = [amount / BigInt(parts), amount % BigInt(parts)]
  return Array.from({ length: parts }, (_, index) => kobo(each + (BigInt(index) < more ? 1n : 0n)))
}

type Storable = { approvalSteps: readonly ApprovalStep[]; schedule: ScheduleTerms } & LoanCharges

/** As it is kept: amounts as text, so that no kobo is lost in a number. */
export type StoredRules<Rules extends Storable> = Omit<Rules, keyof Storable> & {
  approvalSteps: { from: string; approvals: number }[]
  schedule?: StoredSchedule
} & StoredCharges

export function rulesToKeep<Rules extends Storable>({
  approvalSteps,
  schedule,
  fees,
  penalty,
  ...rules
}: Rules): StoredRules<Rules> {
  return {
    ...rules,
    schedule: scheduleToKeep(schedule),
    approvalSteps: approvalSteps.map(({ from, approvals }) => ({ from: from.toString(), approvals })),
    ...chargesToKeep({ fees, penalty }),
  }
}

export function rulesFromKept<Rules extends Storable>({
  approvalSteps,
  schedule,
  fees,
  penalty,
  ...rules
}: StoredRules<Rules>): Rules {
  const { overdueDaysMax, writtenOffMayBorrow, rateSteps } = plainRules
  return {
    // What was kept before there were these rules.
    overdueDaysMax,
    writtenOffMayBorrow,
    rateSteps,
    ...rules,
    schedule: scheduleFromKept(schedule),
    approvalSteps: approvalSteps.map(({ from, approvals }) => ({ from: BigInt(from) as Kobo, approvals })),
    ...chargesFromKept({ ...(fees && { fees }), penalty: penalty ?? null }),
  } as unknown as Rules
}
