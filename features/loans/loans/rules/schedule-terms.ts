import { fill, fillCount } from '#core/fill.ts'
import { type Kobo, kobo, moneyText } from '#core/money.ts'
import { Refusal, refusal } from '#core/refusal.ts'
import { type Fraction, fractionOfPercent, type Rounding } from '#core/rounding.ts'
import type { DayCount } from './day-count.ts'
import type { InstalmentUnit } from './due-dates.ts'
import {
  type AfterMaturity,
  type BrokenPeriod,
  type flatRests,
  loanInterestFreeTooLong,
  loanInterestGraceTooLong,
  type LoanPlan,
  prepayments,
} from './loan-plan.ts'
import type { InterestMethod } from './loan.ts'
import * as strings from './strings.ts'
import type { WorkingDays } from './working-days.ts'

const maturityWithoutInterest = refusal(
  'maturity_without_interest',
  409,
  'A murabaha price is fixed, and a non-interest society earns nothing by a delay, so nothing can be charged after the last due date. Leave it out.',
)
const scheduleRepaidAtEnd = refusal(
  'schedule_repaid_at_end',
  409,
  'Principal that is repaid at the end has no time without principal and no larger last instalment. Set those to 0, or choose principal with each instalment.',
)
const rebateWithoutUpfront = refusal(
  'rebate_without_upfront',
  409,
  'Only interest that is taken off when the money is paid out can be given back. Choose that way of charging, or no rebate.',
)
const scheduleUpfrontAtEnd = refusal(
  'schedule_upfront_at_end',
  409,
  'Interest that is taken off when the money is paid out leaves nothing to pay before the end. Choose principal with each instalment, or another way of charging.',
)
const scheduleDueDayNeedsMonths = refusal(
  'schedule_due_day_needs_months',
  409,
  'A day of the month needs instalments that are counted in months. Leave the day out, or choose such a rhythm.',
)

/** How principal comes back: with each instalment, all with the last, or all in one sum with its interest. */
export const repaymentPatterns = ['instalments', 'interest_only', 'bullet'] as const
export type RepaymentPattern = (typeof repaymentPatterns)[number]

/** The orders in which a payment is used for what is due, named by their parts. */
export const allocations = [
  'penalties_fees_interest_principal',
  'fees_interest_principal_penalties',
  'interest_principal_fees_penalties',
  'principal_interest_fees_penalties',
] as const
export type Allocation = (typeof allocations)[number]

/** What paying ahead does. `choice`: what the borrower chose when they applied. */
export const prepaymentRules = [...prepayments, 'choice'] as const
export type PrepaymentRule = (typeof prepaymentRules)[number]

/** What a borrower chooses from, where the product leaves it to them. */
export const prepaymentChoices = ['fewer', 'smaller'] as const
export type PrepaymentChoice = (typeof prepaymentChoices)[number]

/** The terms of one loan: what its borrower chose, where the product leaves it to them. */
export function chosenTerms(terms: ScheduleTerms, chosen: PrepaymentChoice | undefined): ScheduleTerms {
  return terms.prepayment === 'choice' ? { ...terms, prepayment: chosen ?? 'fewer' } : terms
}

/** Whether level instalments are rounded to the nearest multiple, or up. */
export const roundingTos = ['nearest', 'up'] as const

/** On principal that is still owed after the last due date, for each day: a percentage, or the loan's own rate by days of 365. The cap is a percentage of what was lent. */
export type MaturityRule = { dailyPercent: number | null; capPercent: number | null }

/** How the instalments of a loan product are worked out. */
export type ScheduleTerms = {
  repayment: RepaymentPattern
  dayCount: DayCount
  /** The first so many instalments pay interest only. */
  gracePrincipal: number
  /** The first so many are not due at all; their interest falls due with the next one. */
  interestPaymentGrace: number
  /** The first so many bear no interest. */
  interestFree: number
  /** The part of the principal that the last instalment repays on top. */
  balloonPercent: number
  /** Level instalments are a multiple of this; null: of the kobo. */
  roundingMultiple: Kobo | null
  roundingTo: (typeof roundingTos)[number]
  rounding: Rounding
  flatRest: (typeof flatRests)[number]
  prepayment: PrepaymentRule
  lateInterestOn: LoanPlan['lateInterestOn']
  allocation: Allocation
  brokenPeriod: BrokenPeriod
  /** The day of the month on which instalments fall due, 31 being its last; null: that of the money. */
  dueDay: number | null
  /** The least number of days between the money and a first instalment on that day. */
  firstDueAfterDays: number
  workingDays: WorkingDays | null
  afterMaturity: MaturityRule | null
  /** Upfront interest that is not earned yet is given back when the loan is settled early. */
  rebate: boolean
}

/** How every loan ran before products could choose. */
export const plainSchedule: ScheduleTerms = {
  repayment: 'instalments',
  dayCount: 'monthly',
  gracePrincipal: 0,
  interestPaymentGrace: 0,
  interestFree: 0,
  balloonPercent: 0,
  roundingMultiple: null,
  roundingTo: 'nearest',
  rounding: 'half_up',
  flatRest: 'last',
  prepayment: 'fewer',
  lateInterestOn: 'principal',
  allocation: 'penalties_fees_interest_principal',
  brokenPeriod: 'waived',
  dueDay: null,
  firstDueAfterDays: 15,
  workingDays: null,
  afterMaturity: null,
  rebate: false,
}

/** As they are kept: what is not named is as it was before products could choose. */
export type StoredSchedule = Partial<Omit<ScheduleTerms, 'roundingMultiple'> & { roundingMultiple: string | null }>

export function scheduleToKeep({ roundingMultiple, ...terms }: ScheduleTerms): StoredSchedule {
  return { ...terms, roundingMultiple: roundingMultiple?.toString() ?? null }
}

export function scheduleFromKept(kept: StoredSchedule | null | undefined): ScheduleTerms {
  const { roundingMultiple, ...terms } = kept ?? {}
  // Products were once stored with a multiple of zero, which means none.
  return { ...plainSchedule, ...terms, roundingMultiple: kobo(roundingMultiple ?? 0n) || null }
}

type Length = { instalments: number; unit: InstalmentUnit }

/** What of a plan the product chose, for a loan of this many instalments. */
export function planOfTerms(
  terms: ScheduleTerms,
  { instalments, unit }: Length,
): Omit<LoanPlan, 'startOn' | 'firstDueOn' | 'interestMethod' | 'annualRate'> {
  const { repayment, prepayment, balloonPercent, roundingMultiple, roundingTo, dueDay, workingDays, afterMaturity } =
    terms
  const isBullet = repayment === 'bullet'
  const shorter = (periods: number, most: number) => Math.min(periods, most)
  return {
    // One sum at the end is one instalment of the whole length.
    instalments: isBullet ? 1 : instalments,
    every: isBullet ? instalments : 1,
    unit,
    dayCount: dayCountOf(terms, unit),
    gracePrincipal:
      repayment === 'instalments' ? shorter(terms.gracePrincipal, instalments - 1) : isBullet ? 0 : instalments - 1,
    interestPaymentGrace: isBullet ? 0 : shorter(terms.interestPaymentGrace, instalments - 1),
    interestFree: isBullet ? 0 : shorter(terms.interestFree, instalments),
    rounding: terms.rounding,
    roundingMultiple: roundingMultiple ?? undefined,
    roundUp: roundingTo === 'up',
    flatRest: terms.flatRest,
    balloon: partOf(repayment === 'instalments' ? balloonPercent : 0),
    prepayment: prepayment === 'choice' ? 'fewer' : prepayment,
    lateInterestOn: terms.lateInterestOn,
    allocation: orderOf(terms.allocation),
    brokenPeriod: terms.brokenPeriod,
    dueDay: dueDay ?? undefined,
    firstDueAfterDays: dueDay === null ? undefined : terms.firstDueAfterDays,
    workingDays: workingDays ?? undefined,
    afterMaturity: afterMaturity ? maturityOf(afterMaturity) : undefined,
    rebate: terms.rebate,
  }
}

/** Twelfths have no days. Where those of a first period count, a month is 30 days of 360 and a week 7 of 364, which is the same of every other. */
function dayCountOf({ dayCount, brokenPeriod }: ScheduleTerms, unit: InstalmentUnit): DayCount {
  if (dayCount !== 'monthly' || brokenPeriod === 'waived') return dayCount
  return unit === 'week' || unit === 'fortnight' || unit === 'four_weeks' ? '364' : '30/360'
}

function orderOf(allocation: Allocation): LoanPlan['allocation'] {
  return allocation.split('_') as LoanPlan['allocation']
}

function maturityOf({ dailyPercent, capPercent }: MaturityRule): AfterMaturity {
  return {
    perDay: dailyPercent === null ? 'loan_rate' : partOf(dailyPercent),
    cap: capPercent === null ? undefined : partOf(capPercent),
  }
}

function partOf(percent: number): Fraction {
  const part = fractionOfPercent(percent)
  if (!part) throw new Error(`${percent} is no percentage that a loan may have`)
  return part
}

type Product = {
  interestMethod: InterestMethod
  instalmentsMax: number
  repaidEvery: InstalmentUnit
  schedule: ScheduleTerms
}

/** Every reason why a product can't have these terms, each with its field below `schedule`. */
export function whyNotSchedule(
  { interestMethod, instalmentsMax, repaidEvery, schedule }: Product,
  isNonInterest: boolean,
): Refusal[] {
  const {
    gracePrincipal,
    interestPaymentGrace,
    interestFree,
    balloonPercent,
    afterMaturity,
    dueDay,
    repayment,
    rebate,
  } = schedule
  return [
    ...(gracePrincipal >= instalmentsMax
      ? [new Refusal('loan_grace_too_long', { field: 'schedule.gracePrincipal', max: instalmentsMax - 1 })]
      : []),
    ...(interestPaymentGrace > gracePrincipal
      ? [loanInterestGraceTooLong({ field: 'schedule.interestPaymentGrace', max: gracePrincipal })]
      : []),
    ...(interestFree > instalmentsMax
      ? [loanInterestFreeTooLong({ field: 'schedule.interestFree', max: instalmentsMax })]
      : []),
    ...(repayment !== 'instalments' && (gracePrincipal > 0 || balloonPercent > 0 || interestPaymentGrace > 0)
      ? [scheduleRepaidAtEnd({ field: 'schedule.repayment' })]
      : []),
    ...(repayment !== 'instalments' && interestMethod === 'upfront'
      ? [scheduleUpfrontAtEnd({ field: 'schedule.repayment' })]
      : []),
    ...(dueDay !== null && !['month', 'quarter', 'half_year', 'year'].includes(repaidEvery)
      ? [scheduleDueDayNeedsMonths({ field: 'schedule.dueDay' })]
      : []),
    ...(afterMaturity && (isNonInterest || interestMethod === 'murabaha')
      ? [maturityWithoutInterest({ field: 'schedule.afterMaturity' })]
      : []),
    ...(rebate && interestMethod !== 'upfront' ? [rebateWithoutUpfront({ field: 'schedule.rebate' })] : []),
  ]
}

/** What differs from how a plain loan runs, each as a sentence of the agreement. */
export function scheduleInWords(terms: ScheduleTerms, { unit }: Pick<Length, 'unit'>): string[] {
  const { gracePrincipal, interestPaymentGrace, interestFree, balloonPercent, roundingMultiple, dueDay } = terms
  return [
    ...(terms.repayment === 'interest_only' ? [strings.eachInstalmentPaysInterestThe] : []),
    ...(terms.repayment === 'bullet' ? [strings.principalAndInterestArePaid] : []),
    ...(interestFree > 0 ? [fillCount(interestFree, strings.firstBearNoInterest)] : []),
    ...(interestPaymentGrace > 0 ? [fillCount(interestPaymentGrace, strings.nothingIsDueInThe)] : []),
    ...(gracePrincipal > interestPaymentGrace ? [fillCount(gracePrincipal, strings.firstRepayNoPrincipal)] : []),
    ...(balloonPercent > 0 ? [fill(strings.theLastInstalmentRepaysOf, { balloonPercent })] : []),
    ...(roundingMultiple !== null
      ? [
          fill(terms.roundingTo === 'up' ? strings.roundedUp : strings.rounded, {
            roundingMultiple: moneyText(roundingMultiple),
          }),
        ]
      : []),
    ...(dueDay !== null ? [fill(dueDay === 31 ? strings.dueOnTheLastDay : strings.dueOnDay, { dueDay })] : []),
    ...(terms.workingDays
      ? [terms.workingDays === 'next' ? strings.movesToTheNextWorkingDay : strings.movesToTheWorkingDayBefore]
      : []),
    ...brokenPeriodInWords(terms, unit),
    ...(terms.allocation === plainSchedule.allocation
      ? []
      : [fill(strings.paymentsAreUsedInThis, { toLowerCase: allocationLabels[terms.allocation].toLowerCase() })]),
    ...(terms.prepayment === 'fewer'
      ? []
      : [fill(strings.payingAhead, { toLowerCase: prepaymentLabels[terms.prepayment].toLowerCase() })]),
    ...(terms.rebate ? [strings.ifTheBorrowerSettlesThe] : []),
  ]
}

function brokenPeriodInWords({ brokenPeriod, dayCount }: ScheduleTerms, unit: InstalmentUnit): string[] {
  if (brokenPeriod === 'waived')
    return dayCount === 'monthly'
      ? []
      : [unit === 'month' ? strings.daysBeforeAFirstMonth : strings.daysBeforeAFirstPeriod]
  return [brokenPeriod === 'by_days' ? strings.aFirstPeriodThatIs : strings.aFirstPeriodThatIsLonger]
}

/** Each of them as a history of changes tells it. */
export function scheduleToTell({
  roundingMultiple,
  afterMaturity,
  ...terms
}: ScheduleTerms): Record<string, string | number | boolean> {
  const told = Object.entries(terms).map(([field, value]) => [field, value ?? ''] as const)
  return {
    ...Object.fromEntries(told),
    roundingMultiple: roundingMultiple === null ? '' : moneyText(roundingMultiple),
    afterMaturity: afterMaturity ? maturityInWords({ afterMaturity }) : '',
  }
}

/** All of it that a loan's page says: what differs from a plain loan, and what is charged after the last due date, if anything is. */
export function termsOfScheduleInWords(terms: ScheduleTerms, length: Pick<Length, 'unit'>): string[] {
  return [...scheduleInWords(terms, length), ...(terms.afterMaturity ? [maturityInWords(terms)] : [])]
}

/** What happens after the last due date, as a sentence of the agreement. */
export function maturityInWords({ afterMaturity }: Pick<ScheduleTerms, 'afterMaturity'>): string {
  if (!afterMaturity) return strings.afterTheLastDayNo
  const { dailyPercent, capPercent } = afterMaturity
  const rate = dailyPercent === null ? strings.theRateOfTheLoan : fill(strings.aDay, { dailyPercent })
  return fill(capPercent === null ? strings.interestAfterTheLastDay : strings.interestAfterTheLastDayUpTo, {
    rate,
    capPercent,
  })
}

export const repaymentLabels: Record<RepaymentPattern, string> = {
  instalments: strings.principalWithEachInstalment,
  interest_only: strings.interestOnlyPrincipalWithThe,
  bullet: strings.allInOneSumAt,
}

export const allocationLabels: Record<Allocation, string> = {
  penalties_fees_interest_principal: strings.penaltiesFeesInterestPrincipal,
  fees_interest_principal_penalties: strings.feesInterestPrincipalPenalties,
  interest_principal_fees_penalties: strings.interestPrincipalFeesPenalties,
  principal_interest_fees_penalties: strings.principalInterestFeesPenalties,
}

export const brokenPeriodLabels: Record<BrokenPeriod, string> = {
  waived: strings.countsAsOneWholePeriod,
  by_days: strings.interestByItsDaysOver,
  first_instalment: strings.interestByItsDaysWith,
}

export const prepaymentLabels: Record<PrepaymentRule, string> = {
  fewer: strings.fewerInstalments,
  smaller: strings.smallerInstalments,
  skip: strings.aPauseUntilItIs,
  choice: strings.theBorrowerChoosesWhenApplying,
}

export const dayCountLabels: Record<DayCount, string> = {
  monthly: strings.everyMonthTheSame,
  'actual/365': strings.actualDays365,
  'actual/360': strings.actualDays360,
  'actual/actual': strings.actualDays,
  '30/360': strings.days30Of360,
  '364': strings.actualDays364,
}
