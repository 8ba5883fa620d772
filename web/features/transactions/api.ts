import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import { listTransactions } from '#contract/transactions.ts'
import { call } from '#web/api/call.ts'

export type Transaction = Replied<typeof listTransactions>

export const transactionQueries = {
  all: ['transactions'] as const,
  list: (query: Parsed<typeof listTransactions>) =>
    queryOptions({
      queryKey: [...transactionQueries.all, 'list', query],
      queryFn: ({ signal }) => call(listTransactions, query, { signal }),
      placeholderData: keepPreviousData,
    }),
}
