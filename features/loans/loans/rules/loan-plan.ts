import type { Day } from '#core/calendar.ts'
import type { Kobo } from '#core/money.ts'
import { refusal } from '#core/refusal.ts'
import type { Charge, Penalty } from './charge.ts'
import type { DayCount } from './day-count.ts'
import type { DueRule } from './due-dates.ts'
import type { InterestMethod } from './loan.ts'
import type { Fraction, Rounding } from '#core/rounding.ts'

export const loanInterestGraceTooLong = refusal(
  'loan_interest_grace_too_long',
  422,
  'Where nothing is due, no principal is due either. Enter at most {max}, or give more instalments of principal grace.',
)
export const loanInterestFreeTooLong = refusal(
  'loan_interest_free_too_long',
  422,
  'The loan has {max} instalments. Enter at most {max}.',
)
export const repaidAboveOwed = refusal(
  'repaid_above_owed',
  422,
  'Only {owed} of this repayment is owed by then. Enter that or less, or leave the repayment out if it is nothing.',
)
export const loanFeesAbovePrincipal = refusal(
  'loan_fees_above_principal',
  422,
  'Fees of {fees} taken off at the start would leave nothing to pay out. Enter a larger amount.',
)
export const loanInterestAbovePrincipal = refusal(
  'loan_interest_above_principal',
  422,
  'Interest of {interest} taken off at the start would leave nothing to pay out. Enter a lower rate or fewer instalments.',
)
export const movementBeforeLoan = refusal(
  'movement_before_loan',
  422,
  'The loan starts on {start}. Choose that date or a later one.',
)

/** The ways of charging for which there is a schedule. */
export const plannedMethods = [
  'flat',
  'equal_instalment',
  'equal_principal',
  'upfront',
] as const satisfies readonly InterestMethod[]

/** What paying ahead does: fewer instalments, smaller ones, or a pause until what was paid ahead is used up. */
export const prepayments = ['fewer', 'smaller', 'skip'] as const
export type Prepayment = (typeof prepayments)[number]

/** On what of a missed instalment interest goes on: its principal, or all of it. */
export const lateInterests = ['principal', 'instalment'] as const

/** What a first period that is longer than the others costs: nothing more; its days, over all instalments; its days, with the first. */
export const brokenPeriods = ['waived', 'by_days', 'first_instalment'] as const
export type BrokenPeriod = (typeof brokenPeriods)[number]

/** Where the kobo of flat interest go that its lines leave over: to the last line, or to each as they add up. */
export const flatRests = ['last', 'each'] as const

/** Interest on principal that is still owed after the last due date, and the part of what was lent that it never exceeds. */
export type AfterMaturity = { perDay: Fraction | 'loan_rate'; cap?: Fraction | undefined }

/** What was agreed. */
export type LoanPlan = DueRule & {
  interestMethod: (typeof plannedMethods)[number]
  /** Of one year. */
  annualRate: Fraction
  dayCount: DayCount
  /** The first so many instalments pay interest only. */
  gracePrincipal: number
  /** The first so many are not due at all; their interest falls due with the next one. */
  interestPaymentGrace: number
  /** The first so many bear no interest at all. */
  interestFree: number
  rounding: Rounding
  /** Level instalments are rounded to a multiple of this; undefined is the kobo. */
  roundingMultiple?: Kobo | undefined
  /** Level instalments are rounded up instead of to the nearest. */
  roundUp?: boolean
  /** What rounding leaves of flat interest; undefined is the last line. */
  flatRest?: (typeof flatRests)[number]
  /** The order in which a payment is used for what is due; undefined is penalties, fees, interest, principal. */
  allocation?: readonly (keyof InstalmentParts)[]
  /** What a first stretch that is not as long as the others costs; undefined is what the day count says. */
  brokenPeriod?: BrokenPeriod | undefined
  afterMaturity?: AfterMaturity | undefined
  /** Interest that was taken off at the start and is not earned yet is given back when the loan is settled early. */
  rebate?: boolean
  /** The part of the principal that the last instalment repays on top. */
  balloon: Fraction
  prepayment: Prepayment
  lateInterestOn: (typeof lateInterests)[number]
  /** Taken off the first money that is paid out. */
  feesTakenOff?: Kobo | undefined
  /** Asked with each instalment, on what of it was not paid ahead. */
  instalmentFee?: Charge | undefined
  penalty?: Penalty | undefined
  /** Penalties that were let go. */
  waivers?: readonly Waiver[] | undefined
  /** The day up to which penalties are known without a payment that shows them. */
  penaltiesUntil?: Day | undefined
  /** Fees and penalties that are owed when the loan begins and fall due with its first instalment. */
  carriedCharges?: Pick<InstalmentParts, 'fees' | 'penalties'> | undefined
  /** Interest that is owed when the loan begins and falls due with its first instalment. */
  carriedInterest?: Kobo | undefined
  /** By day; no two on one. */
  restarts?: readonly Restart[] | undefined
  /** Of a loan that began in other books: the principal that was repaid there, and what was late, since when. */
  brought?: Brought | undefined
  /** Of such a loan with level instalments: what each was agreed to be. It stays as long as what is left asks for the same but for rounding. */
  agreedInstalment?: Kobo | undefined
}

/** On this day all that is owed begins again: so many instalments, the first due on that day, at this rate. */
export type Restart = { on: Day; instalments: number; firstDueOn: Day; annualRate: Fraction }

/** Penalties that came up to this day are not asked of the instalments that were due on these days. */
export type Waiver = { on: Day; dueOn: readonly Day[] }

/** Where nothing is late, `since` is undefined and the interest falls due with the first instalment. */
export type Brought = { repaid: Kobo; since: Day | undefined; principal: Kobo; interest: Kobo }

export type Movement = { on: Day; amount: Kobo }

/**
 * `dueBy`: paid for the instalment that falls due by that day, as a deduction from a salary is for its month. What of it is
 * not late waits for that instalment's due date, instead of repaying principal early and leaving the month's interest unpaid.
 */
export type Repayment = Movement & {
  dueBy?: Day | undefined
  /**
   * Paid by hand, online, by transfer or from savings: up to what the current instalment comes to it waits for that due date,
   * where this falls by this day; what is more repays at once.
   */
  heldBy?: Day | undefined
  /** The same month's end, where what was paid does not wait any more. */ deductedFor?: Day | undefined
}

/** New terms from an instalment on, numbered from 1: more instalments, a pause of principal that lengthens the loan, another rate. */
export type Rescheduling = { from: number; extraInstalments?: number; principalGrace?: number; annualRate?: Fraction }

/**
 * What happened, in any order: the schedule is worked out again from it, so that a payment that is dated back or undone
 * leaves exactly what would have been.
 */
export type LoanEvents = {
  disbursements: readonly Movement[]
  repayments: readonly Repayment[]
  reschedulings?: readonly Rescheduling[]
  /** The day up to which it is known that nothing else was paid. Without it a delay is known only where a payment came late. */
  asOf?: Day | undefined
}

/** Fees and penalties are lines of their own and never bear interest. */
export type Instalment = {
  number: number
  dueOn: Day
  principal: Kobo
  interest: Kobo
  fees: Kobo
  penalties: Kobo
  total: Kobo
  balance: Kobo
}

/** What an instalment is made of. */
export type InstalmentParts = Pick<Instalment, 'principal' | 'interest' | 'fees' | 'penalties'>

/** A repayment for which nothing was owed any more; `index` is its place among the repayments as given. */
export type NotOwed = { index: number; owed: Kobo }
