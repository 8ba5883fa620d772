import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listMemberLoans } from '#contract/lending/loans.ts'
import { getMemberBalances, listMemberEvents } from '#contract/members/member-history.ts'
import type { MemberId } from '#domain/ids.ts'
import { call } from '#web/api/call.ts'
import { memberQueries } from './api.ts'

export const historyQueries = {
  balances: (memberId: MemberId) =>
    queryOptions({
      queryKey: [...memberQueries.all, 'balances', memberId],
      queryFn: ({ signal }) => call(getMemberBalances, { memberId }, { signal }),
    }),
  events: (memberId: MemberId, page: number) =>
    queryOptions({
      queryKey: [...memberQueries.all, 'events', memberId, page],
      queryFn: ({ signal }) => call(listMemberEvents, { memberId, page }, { signal }),
      placeholderData: keepPreviousData,
    }),
  runningLoans: (memberId: MemberId) =>
    queryOptions({
      queryKey: [...memberQueries.all, 'running-loans', memberId],
      queryFn: ({ signal }) => call(listMemberLoans, { memberId, status: 'active' }, { signal }),
    }),
  loans: (memberId: MemberId, page: number) =>
    queryOptions({
      queryKey: [...memberQueries.all, 'loans', memberId, page],
      queryFn: ({ signal }) => call(listMemberLoans, { memberId, page }, { signal }),
      placeholderData: keepPreviousData,
    }),
}
