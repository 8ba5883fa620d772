import { queryOptions } from '@tanstack/react-query'
import { listFixedDeposits } from '#contract/money/fixed-deposits.ts'
import { call } from '#web/api/call.ts'

export const depositQueries = {
  own: () =>
    queryOptions({
      queryKey: ['transactions', 'own-deposits'],
      queryFn: ({ signal }) => call(listFixedDeposits, { status: 'open', limit: 100 }, { signal }),
    }),
}
