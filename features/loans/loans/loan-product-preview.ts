import * as z from 'zod/mini'
import type { LoanConfigurationId } from '#core/ids.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, id, naira } from '#core/contract/fields.ts'
import { countInQuery, nairaInQuery } from '#core/contract/query-fields.ts'

/** The schedule of a loan with its sums and what it costs a year. */
export const previewedLoan = z.object({
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
  /** What the loan costs a year, fees and all: the rate of one instalment's time, times the instalments of a year. */
  nominalYearlyRatePercent: z.number(),
  /** `nominalYearlyRatePercent` under its usual short name, in percent. */
  apr: z.number(),
  /** The same cost with interest on interest, by actual days of a year of 365, in percent. */
  effectiveAnnualRate: z.number(),
  /** Interest that is taken off when the loan is paid out; it is in no instalment. */
  interestDeducted: naira,
  /** Fees that are taken off when the loan is paid out; they are in no instalment. */
  feesDeducted: naira,
})

export const previewLoanProduct = endpoint({
  method: 'GET',
  path: '/financial/loan-config/:id/preview',
  summary:
    'The schedule of a loan of this product by its terms of today, as if it were paid out on one day. Stores nothing.',
  access: 'configuration.read',
  params: z.object({ id: id<LoanConfigurationId>() }),
  query: z.object({
    principal: nairaInQuery,
    instalments: countInQuery(600),
    /** When it is paid out; today where it is left out. */
    startOn: z.optional(day),
    firstDueOn: z.optional(day),
  }),
  reply: z.extend(previewedLoan, {
    /** What its length costs a year, before charges. */
    annualRatePercent: z.number(),
    /** The effective rate when the borrower's own savings that have to stay are counted; null where none have to. */
    effectiveAnnualRateWithSavings: z.nullable(z.number()),
    /** What of its schedule is not as in every loan, in words. */
    scheduleInWords: z.array(z.string()),
  }),
})
