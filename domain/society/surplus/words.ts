import { labelled } from '#domain/words.ts'

/**
 * By what a dividend is shared: the balances with which the months end (a deposit counts from its own month), those with which
 * they begin (it counts from the next month), those of all days, or the one of the year's last day.
 */
export const dividendMethods = ['month_counted', 'month_excluded', 'daily', 'closing'] as const
export type DividendMethod = (typeof dividendMethods)[number]

export const dividendMethodNames: Record<DividendMethod, string> = labelled({
  month_counted: 'Balance at each month end',
  month_excluded: 'Balance at each month beginning',
  daily: 'Average daily balance',
  closing: 'Balance on the last day of the year',
})

/**
 * What a pool is shared by: balances of an account type, the loan interest that members paid in the year, or amounts that were
 * entered for members by name, such as honoraria.
 */
export const dividendBases = ['balance', 'interest_paid', 'named'] as const
export type DividendBasis = (typeof dividendBases)[number]

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
  if (basis === 'named') return 'Amounts by name'
  return method === null ? 'Loan interest paid' : `${accountType}: ${dividendMethodNames[method].toLowerCase()}`
}
