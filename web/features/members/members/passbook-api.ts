import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listContributions } from '#contract/money/contributions.ts'
import { listOwnRequests } from '#contract/members/member-requests.ts'
import { listTransactions } from '#contract/money/transactions.ts'
import type { MemberId } from '#domain/ids.ts'
import { call } from '#web/api/call.ts'

const all = ['members', 'passbook'] as const

/** What one member paid in and moved: apart from the register, whose pages ask for none of it. */
export const passbookQueries = {
  contributions: (memberId: MemberId, page: number) =>
    queryOptions({
      queryKey: [...all, 'contributions', memberId, page],
      queryFn: ({ signal }) => call(listContributions, { memberId, page, limit: 12, sort: '-period' }, { signal }),
      placeholderData: keepPreviousData,
    }),
  transactions: (memberId: MemberId, page: number) =>
    queryOptions({
      queryKey: [...all, 'transactions', memberId, page],
      queryFn: ({ signal }) => call(listTransactions, { memberId, page, limit: 10 }, { signal }),
      placeholderData: keepPreviousData,
    }),
  ownTransactions: () =>
    queryOptions({
      queryKey: [...all, 'own-transactions'],
      queryFn: ({ signal }) => call(listTransactions, { limit: 5 }, { signal }),
    }),
  ownRequests: () =>
    queryOptions({
      queryKey: [...all, 'own-requests'],
      queryFn: ({ signal }) => call(listOwnRequests, { status: 'waiting', limit: 1 }, { signal }),
    }),
}
