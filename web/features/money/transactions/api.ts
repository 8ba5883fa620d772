import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import { getTransaction, listTransactions } from '#contract/money/transactions.ts'
import type { TransactionId } from '#domain/ids.ts'
import { call } from '#web/api/call.ts'

export type Transaction = Replied<typeof listTransactions>
export type TransactionDetail = Replied<typeof getTransaction>

export const transactionQueries = {
  all: ['transactions'] as const,
  list: (query: Parsed<typeof listTransactions>) =>
    queryOptions({
      queryKey: [...transactionQueries.all, 'list', query],
      queryFn: ({ signal }) => call(listTransactions, query, { signal }),
      placeholderData: keepPreviousData,
    }),
  one: (transactionId: TransactionId) =>
    queryOptions({
      queryKey: [...transactionQueries.all, 'one', transactionId],
      queryFn: ({ signal }) => call(getTransaction, { transactionId }, { signal }),
    }),
}

/** Money moves balances, months and books: after it every figure on the screen is asked again. */
export function useRefreshAll() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries()
}
