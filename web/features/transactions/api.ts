import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import { approveTransaction, getTransaction, listTransactions, rejectTransaction, reverseTransaction } from '#contract/transactions.ts'
import type { TransactionId } from '#domain/ids.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'

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

/** A refused decision was often another officer's: what he decided is asked for too. */
export function useApprove() {
  const refresh = useRefreshAll()
  return useAction(approveTransaction, { onSuccess: refresh, onError: refresh })
}

export function useReject() {
  const refresh = useRefreshAll()
  return useAction(rejectTransaction, { onSuccess: refresh, onError: refresh })
}

export function useReverse() {
  const refresh = useRefreshAll()
  return useAction(reverseTransaction, { onSuccess: refresh, onError: refresh })
}
