import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import { listMemberRequests, listOwnRequests } from '#contract/members/member-requests.ts'
import { call } from '#web/api/call.ts'

export type MemberRequest = Replied<typeof listMemberRequests>

export const requestQueries = {
  all: ['member-requests'] as const,
  list: (query: Parsed<typeof listMemberRequests>) =>
    queryOptions({
      queryKey: [...requestQueries.all, 'list', query],
      queryFn: ({ signal }) => call(listMemberRequests, query, { signal }),
      placeholderData: keepPreviousData,
    }),
  own: (query: Parsed<typeof listOwnRequests>) =>
    queryOptions({
      queryKey: [...requestQueries.all, 'own', query],
      queryFn: ({ signal }) => call(listOwnRequests, query, { signal }),
      placeholderData: keepPreviousData,
    }),
}

/** An approved request is in the register, in months and figures; a refused decision was often another officer's. */
export function useRefreshAll() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries()
}
