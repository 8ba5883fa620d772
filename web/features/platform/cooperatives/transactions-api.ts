import { queryOptions } from '@tanstack/react-query'
import { listTransactions } from '#contract/money/transactions.ts'
import { call } from '#web/api/call.ts'

/** The dashboard's newest movements: apart from the profile, which every page of the area asks for. */
export function latestTransactionsQuery() {
  return queryOptions({
    queryKey: ['cooperatives', 'latest-transactions'],
    queryFn: ({ signal }) => call(listTransactions, { limit: 5 }, { signal }),
  })
}
