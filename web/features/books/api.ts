import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getMemberBalances, getTrialBalance } from '#contract/books.ts'
import type { Parsed } from '#contract/endpoint.ts'
import type { Day } from '#domain/calendar.ts'
import { call } from '#web/api/call.ts'

export const bookQueries = {
  all: ['books'] as const,
  trialBalance: (asOf: Day) =>
    queryOptions({
      queryKey: [...bookQueries.all, 'trial-balance', asOf],
      queryFn: ({ signal }) => call(getTrialBalance, { asOf }, { signal }),
      placeholderData: keepPreviousData,
    }),
  memberBalances: (query: Parsed<typeof getMemberBalances>) =>
    queryOptions({
      queryKey: [...bookQueries.all, 'member-balances', query],
      queryFn: ({ signal }) => call(getMemberBalances, query, { signal }),
      placeholderData: keepPreviousData,
    }),
}
