import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import {
  approveMembershipApplication, declineMembershipApplication, getJoinSettings, getMembershipApplication, listMembershipApplications, updateJoinSettings,
} from '#contract/membership-applications.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'

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
    queryOptions({ queryKey: [...applicationQueries.all, 'one', applicationId], queryFn: ({ signal }) => call(getMembershipApplication, { applicationId }, { signal }) }),
  settings: () => queryOptions({ queryKey: [...applicationQueries.all, 'join-page'], queryFn: ({ signal }) => call(getJoinSettings, {}, { signal }) }),
}

/** Whoever is admitted stands in the register and in its figures. */
export function useApproveApplication() {
  const queries = useQueryClient()
  return useAction(approveMembershipApplication, { onSuccess: () => queries.invalidateQueries() })
}

export function useDeclineApplication() {
  const queries = useQueryClient()
  return useAction(declineMembershipApplication, { onSuccess: () => queries.invalidateQueries({ queryKey: applicationQueries.all }) })
}

export function useUpdateJoinSettings() {
  const queries = useQueryClient()
  return useAction(updateJoinSettings, { onSuccess: (settings) => queries.setQueryData(applicationQueries.settings().queryKey, settings) })
}
