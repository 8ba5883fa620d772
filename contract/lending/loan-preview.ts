import * as z from 'zod/mini'
import { dayCounts } from '#domain/lending/loans/day-count.ts'
import { instalmentUnits } from '#domain/lending/loans/due-dates.ts'
import { lateInterests, plannedMethods, prepayments } from '#domain/lending/loans/loan-plan.ts'
import { roundings } from '#domain/rounding.ts'
import { koboMax } from '#domain/money.ts'
import { endpoint } from '#contract/endpoint.ts'
import { day, naira, nairaAboveZero, nairaNotNegative } from '#contract/fields.ts'
import { fees, penalty, percent } from './loan-charges.ts'

/** How many disbursements, and how many repayments, one preview looks at. */
export const movementsMax = 200
export const instalmentsMax = 600

function count(min: number, max: number) {
  const range = `Enter a whole number from ${min} to ${max}`
  return z.int(range).check(z.minimum(min, range), z.maximum(max, range))
}

function oneOf<const Word extends string>(words: readonly Word[]) {
  return z.enum(words, `Choose one of ${words.join(', ')}`)
}

const movements = z
  .array(z.strictObject({ on: day, amount: nairaAboveZero }), 'Send a list of {on, amount}')
  .check(z.maxLength(movementsMax, `Send at most ${movementsMax}`))

export const previewLoan = endpoint({
  method: 'POST',
  path: '/financial/loans/preview',
  summary:
    'The schedule of a loan that no one has to have: every instalment, what it costs in all and by the year, and what early, late and part payments do. Stores nothing.',
  access: 'signed_in',
  body: z.strictObject({
    /** The whole loan. `disbursements`, where any is given, replaces the one payment of it on `startOn`. */
    principal: nairaAboveZero,
    annualRatePercent: percent(1000),
    interestMethod: oneOf(plannedMethods),
    instalments: count(1, instalmentsMax),
    every: z.optional(count(1, 12)),
    unit: oneOf(instalmentUnits),
    startOn: day,
    firstDueOn: z.optional(day),
    dayCount: oneOf(dayCounts),
    gracePrincipal: z.optional(count(0, instalmentsMax)),
    /** In the first so many nothing is due; their interest falls due with the next one. */
    interestPaymentGrace: z.optional(count(0, instalmentsMax)),
    /** The first so many bear no interest at all. */
    interestFree: z.optional(count(0, instalmentsMax)),
    /** Naira that level instalments are a multiple of; 0 or nothing is the kobo. */
    roundingMultiple: z.optional(nairaNotNegative(koboMax)),
    rounding: z.optional(oneOf(roundings)),
    balloonPercent: z.optional(percent(100)),
    disbursements: z.optional(movements),
    repayments: z.optional(movements),
    prepayment: z.optional(oneOf(prepayments)),
    lateInterestOn: z.optional(oneOf(lateInterests)),
    asOf: z.optional(day),
    fees: z.optional(fees),
    penalty: z.optional(penalty),
  }),
  reply: z.object({
    instalments: z.array(
      z.object({
        number: z.number(),
        dueOn: day,
        principal: naira,
        interest: naira,
        fees: naira,
        penalties: naira,
        total: naira,
        balance: naira,
      }),
    ),
    totals: z.object({ principal: naira, interest: naira, fees: naira, penalties: naira, total: naira }),
    monthlyInstalment: naira,
    /** What the loan costs by the year, fees and all: the rate of one instalment's time, times the instalments of a year. */
    nominalYearlyRatePercent: z.number(),
    /** `nominalYearlyRatePercent` under its usual short name, in percent. */
    apr: z.number(),
    /** The same cost with interest on interest, by actual days of a year of 365, in percent. */
    effectiveAnnualRate: z.number(),
    /** Interest that is taken off when the loan is paid out; it is in no instalment. */
    interestDeducted: naira,
    /** Fees that are taken off when the loan is paid out; they are in no instalment. */
    feesDeducted: naira,
  }),
})
