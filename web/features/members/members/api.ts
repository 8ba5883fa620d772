import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Parsed } from '#contract/endpoint.ts'
import { listMembers } from '#contract/members/members.ts'
import { call } from '#web/api/call.ts'

export const memberQueries = {
  all: ['members'] as const,
  list: (query: Parsed<typeof listMembers>) =>
    queryOptions({
      queryKey: [...memberQueries.all, 'list', query],
      queryFn: ({ signal }) => call(listMembers, query, { signal }),
      placeholderData: keepPreviousData,
    }),
}
