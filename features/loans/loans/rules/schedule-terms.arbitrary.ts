import fc from 'fast-check'
import { kobo } from '#core/money.ts'
import { dayCounts } from './day-count.ts'
import { brokenPeriods, flatRests, lateInterests } from './loan-plan.ts'
import { allocations, prepaymentRules, repaymentPatterns, roundingTos, type ScheduleTerms } from './schedule-terms.ts'
import { workingDayRules } from './working-days.ts'

/** Every way in which a product may have its instalments worked out, for tests of what holds of all of them. */
export const anySchedule: fc.Arbitrary<ScheduleTerms> = fc.record({
  repayment: fc.constantFrom('instalments', ...repaymentPatterns),
  dayCount: fc.constantFrom('monthly', ...dayCounts),
  gracePrincipal: fc.constantFrom(0, 0, 1, 3),
  interestPaymentGrace: fc.constantFrom(0, 0, 1, 2),
  interestFree: fc.constantFrom(0, 0, 1, 3),
  balloonPercent: fc.constantFrom(0, 0, 12.5, 50),
  roundingMultiple: fc.constantFrom(null, null, kobo(100), kobo(5000)),
  roundingTo: fc.constantFrom(...roundingTos),
  rounding: fc.constantFrom('half_up', 'half_even'),
  flatRest: fc.constantFrom(...flatRests),
  prepayment: fc.constantFrom(...prepaymentRules),
  lateInterestOn: fc.constantFrom(...lateInterests),
  allocation: fc.constantFrom(...allocations),
  brokenPeriod: fc.constantFrom(...brokenPeriods),
  dueDay: fc.constantFrom(null, 1, 25, 31),
  firstDueAfterDays: fc.constantFrom(1, 15, 60),
  workingDays: fc.constantFrom(null, ...workingDayRules),
  afterMaturity: fc.constantFrom(
    null,
    { dailyPercent: null, capPercent: null },
    { dailyPercent: 0.1, capPercent: 20 },
    { dailyPercent: 0.05, capPercent: null },
  ),
  rebate: fc.boolean(),
})
