import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import { getMembershipApplication, listMembershipApplications } from '#contract/members/membership-applications.ts'
import { call } from '#web/api/call.ts'

export type Application = Replied<typeof listMembershipApplications>

export const applicationQueries = {
  all: ['membership-applications'] as const,
  list: (query: Parsed<typeof listMembershipApplications>) =>
    queryOptions({
      queryKey: [...applicationQueries.all, 'list', query],
      queryFn: ({ signal }) => call(listMembershipApplications, query, { signal }),
      placeholderData: keepPreviousData,
    }),
  one: (applicationId: Application['id']) =>
    queryOptions({
      queryKey: [...applicationQueries.all, 'one', applicationId],
      queryFn: ({ signal }) => call(getMembershipApplication, { applicationId }, { signal }),
    }),
}
