import { labelled } from '#core/words.ts'
import * as strings from './strings.ts'

/**
 * By what a dividend is shared: the balances with which the months end (a deposit counts from its own month), those with which
 * they begin (it counts from the next month), those of all days, or the one of the year's last day.
 */
export const dividendMethods = ['month_counted', 'month_excluded', 'daily', 'closing'] as const
export type DividendMethod = (typeof dividendMethods)[number]

export const dividendMethodNames: Record<DividendMethod, string> = labelled({
  month_counted: strings.balanceAtEachMonthEnd,
  month_excluded: strings.balanceAtEachMonthBeginning,
  daily: strings.averageDailyBalance,
  closing: strings.balanceOnTheLastDay,
})

/**
 * What a pool is shared by: balances of an account type, the loan interest that members paid in the year, what the goods cost that
 * they received in it, or amounts that were entered for members by name, such as honoraria.
 */
export const dividendBases = ['balance', 'interest_paid', 'purchases', 'named'] as const
export type DividendBasis = (typeof dividendBases)[number]

/** What counts where no balance does. */
export const dividendBasisNames: Record<Exclude<DividendBasis, 'balance'>, string> = labelled({
  interest_paid: strings.loanInterestPaidInThe,
  purchases: strings.goodsReceivedInTheYear,
  named: strings.amountsByName,
})

/** “Shares: balance at each month end” */
export function sharedByText({
  basis,
  accountType,
  method,
}: {
  basis: DividendBasis
  accountType: string | null
  method: DividendMethod | null
}): string {
  if (basis !== 'balance') return dividendBasisNames[basis]
  return `${accountType}: ${method ? dividendMethodNames[method].toLowerCase() : ''}`
}

/** What a line of an appropriation is for is said by the name of its account. */
export function isForDividend(account: string): boolean {
  return /dividend/i.test(account)
}

/** A patronage refund goes to members by what they did with the society, and not by what they have in it. */
export function isForPatronage(account: string): boolean {
  return /patronage/i.test(account)
}
