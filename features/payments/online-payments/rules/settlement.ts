import { addDays, type Day } from '#core/calendar.ts'
import { workingDay } from '#features/loans/loans/rules/working-days.ts'

/** `paid`: the provider has paid the bank. */
export const settlementStatuses = ['pending', 'paid', 'failed'] as const
export type SettlementStatus = (typeof settlementStatuses)[number]

/** Why a payment of a settlement is not as the books have it. */
export const settlementDifferences = ['not_posted', 'amount', 'charge', 'settled_twice'] as const
export type SettlementDifference = (typeof settlementDifferences)[number]

/** Providers whose settlements are read. */
export const settlingProviders: readonly string[] = ['paystack', 'sandbox']

/** Paystack settles on the next working day; one more is for a bank that is late. */
const workingDaysToSettle = 2

/** A payment of before this day should be in a settlement by `today`: so many working days lie between. */
export function settledBefore(today: Day): Day {
  let at = today
  for (let n = 0; n < workingDaysToSettle; n += 1) at = workingDay(addDays(at, -1), 'previous')
  return at
}
