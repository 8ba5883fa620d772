import type { BreakRule, MaturityAct } from '#features/savings/fixed-deposits/rules/words.ts'
import type { PostingInterval, SavingsMethod } from '#features/savings/interest/rules/words.ts'
import type { Rounding } from '#core/rounding.ts'
import { labelled } from '#core/words.ts'

export const methodNames: Record<SavingsMethod, string> = labelled({
  minimum: 'Lowest balance of the period',
  average: 'Average balance',
  daily: 'Balance of each day',
})
export const everyNames: Record<PostingInterval, string> = labelled({
  month: 'Every month',
  quarter: 'Every quarter',
  year: 'Every year',
})
export const maturityNames: Record<MaturityAct, string> = labelled({
  pay_out: 'Pay all to ordinary savings',
  renew_principal: 'Renew the principal, pay the interest',
  renew_all: 'Renew principal and interest',
})
export const breakNames: Record<BreakRule, string> = labelled({
  forfeit: 'No interest',
  lower_rate: 'A lower rate for the days it ran',
})
export const roundingNames: Record<Rounding, string> = labelled({
  half_up: 'Half a kobo up',
  half_even: 'Half a kobo to the even one',
})

/** The terms of `describeTerms`, by their fields. */
export const termLabels = {
  interestRatePercent: 'Interest a year, percent',
  interestDayCount: 'Days of the year',
  interestRounding: 'Rounding of interest',
  interestMethod: 'Interest',
  interestEvery: 'Interest posted every',
  interestLeastBalance: 'Minimum balance for interest',
  depositMonths: 'Months of a deposit',
  depositLeastAmount: 'Minimum deposit',
  depositAtMaturity: 'When it matures',
  depositBreakRule: 'If liquidated early',
  depositBreakRatePercent: 'Rate when it is broken, percent',
  depositNoticeDays: 'Days of notice',
  depositRates: 'Further rates of deposits',
} as const
