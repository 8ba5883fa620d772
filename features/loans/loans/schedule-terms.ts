import * as z from 'zod/mini'
import { dayCounts } from './rules/day-count.ts'
import { brokenPeriods, flatRests, lateInterests } from './rules/loan-plan.ts'
import { allocations, prepaymentRules, repaymentPatterns, roundingTos } from './rules/schedule-terms.ts'
import { workingDayRules } from './rules/working-days.ts'
import { type Kobo, koboMax } from '#core/money.ts'
import { roundings } from '#core/rounding.ts'
import { nairaNotNegative } from '#core/contract/fields.ts'
import { percent } from './loan-charges.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** The most instalments that a loan has. */
export const instalmentsMax = 600

export function count(min: number, max: number) {
  const range = fill(strings.enterAWholeNumberFromTo, { min, max })
  return z.int(range).check(z.minimum(min, range), z.maximum(max, range))
}

export function oneOf<const Word extends string>(words: readonly Word[]) {
  return z.enum(words, fill(strings.chooseOneOf, { join: words.join(', ') }))
}

/** How the instalments of a loan are worked out. */
export const scheduleTerms = {
  /** With each instalment, only with the last, or in one sum with its interest. */
  repayment: oneOf(repaymentPatterns),
  dayCount: oneOf(dayCounts),
  /** The first so many instalments pay interest only. */
  gracePrincipal: count(0, instalmentsMax),
  /** In the first so many nothing is due; their interest falls due with the next one. */
  interestPaymentGrace: count(0, instalmentsMax),
  /** The first so many bear no interest at all. */
  interestFree: count(0, instalmentsMax),
  /** The part of the principal that the last instalment repays on top. */
  balloonPercent: percent(100),
  /** Naira that level instalments are a multiple of; null or 0: the kobo. */
  roundingMultiple: z.codec(z.nullable(nairaNotNegative(koboMax)), z.custom<Kobo | null>(), {
    decode: (multiple) => multiple || null,
    encode: (multiple) => multiple,
  }),
  /** To the nearest multiple, or up to the next. */
  roundingTo: oneOf(roundingTos),
  rounding: oneOf(roundings),
  /** Where the kobo go that the lines of flat interest leave over. */
  flatRest: oneOf(flatRests),
  prepayment: oneOf(prepaymentRules),
  lateInterestOn: oneOf(lateInterests),
  /** In which order a payment is used for what is due. */
  allocation: oneOf(allocations),
  /** What a first period that is longer or shorter than the others costs. */
  brokenPeriod: oneOf(brokenPeriods),
  /** The day of the month on which instalments fall due, 31 being its last; null: that of the money. */
  dueDay: z.nullable(count(1, 31)),
  /** The least number of days between the money and a first instalment on that day. */
  firstDueAfterDays: count(1, 60),
  /** Where a due date goes that is a weekend or a public holiday of Nigeria; null: it stays. */
  workingDays: z.nullable(oneOf(workingDayRules)),
  /** Interest on principal that is still owed after the last due date, in percent a day (null: the loan's own rate), and the most of it in percent of the loan (null: no cap); null: none. */
  afterMaturity: z.nullable(
    z.strictObject({ dailyPercent: z.nullable(percent(1)), capPercent: z.nullable(percent(100)) }),
  ),
  /** Whether interest that was taken off at the start and is not earned yet is given back when the loan is settled early. */
  rebate: z.boolean(strings.useTrueOrFalse),
}

/** Those that are named; the others stay as they are, or as in every loan. */
export const changedScheduleTerms = z.partial(z.strictObject(scheduleTerms)).shape
