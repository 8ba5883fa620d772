import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listFixedDeposits } from '#contract/money/fixed-deposits.ts'
import type { MemberId } from '#domain/ids.ts'
import { call } from '#web/api/call.ts'

export const depositQueries = {
  of: (memberId: MemberId, page: number) =>
    queryOptions({
      queryKey: ['members', 'deposits', memberId, page],
      queryFn: ({ signal }) => call(listFixedDeposits, { memberId, page, sort: '-maturesOn' }, { signal }),
      placeholderData: keepPreviousData,
    }),
}
