/** What earns: the least that was on the account in the period, the average of its days, or each day by itself. */
export const savingsMethods = ['minimum', 'average', 'daily'] as const
export type SavingsMethod = (typeof savingsMethods)[number]

export const postingIntervals = ['month', 'quarter', 'year'] as const
export type PostingInterval = (typeof postingIntervals)[number]

export const interestDayCounts = ['actual/365', 'actual/360'] as const
export type InterestDayCount = (typeof interestDayCounts)[number]
