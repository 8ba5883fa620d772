import * as z from 'zod/mini'
import { instalmentUnits } from './rules/due-dates.ts'
import { plannedMethods } from './rules/loan-plan.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, nairaAboveZero } from '#core/contract/fields.ts'
import { fees, penalty, percent } from './loan-charges.ts'
import { previewedLoan } from './loan-product-preview.ts'
import { changedScheduleTerms, count, instalmentsMax, oneOf, scheduleTerms } from './schedule-terms.ts'

/** How many disbursements, and how many repayments, one preview looks at. */
export const movementsMax = 200

const movements = z
  .array(z.strictObject({ on: day, amount: nairaAboveZero }), 'Send a list of {on, amount}')
  .check(z.maxLength(movementsMax, `Send at most ${movementsMax}`))

export const previewLoan = endpoint({
  method: 'POST',
  path: '/financial/loans/preview',
  summary:
    'The schedule of a loan that no one has to have: every instalment, what it costs in all and a year, and what early, late and part payments do. Stores nothing.',
  access: 'signed_in',
  says: null,
  changes: [],
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
    /** As in a loan product. `prepayment` is smaller instalments where it is left out. */
    ...changedScheduleTerms,
    dayCount: scheduleTerms.dayCount,
    disbursements: z.optional(movements),
    repayments: z.optional(movements),
    asOf: z.optional(day),
    fees: z.optional(fees),
    penalty: z.optional(penalty),
  }),
  reply: previewedLoan,
})
