/** The heading of a column that has the balance in rows without a movement alone: what a file begins and ends with, as OFX and MT940 say it. */
export const balanceAtEnd = 'Balance at the end'
