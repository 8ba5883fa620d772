import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Parsed } from '#contract/endpoint.ts'
import { createMember, deleteMember, getMember, getMemberDashboard, getMemberProfile, listMembers, updateMember, updateMemberRoles } from '#contract/members.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { session } from '#web/session/session.ts'

export const memberQueries = {
  all: ['members'] as const,
  list: (query: Parsed<typeof listMembers>) =>
    queryOptions({
      queryKey: [...memberQueries.all, 'list', query],
      queryFn: ({ signal }) => call(listMembers, query, { signal }),
      placeholderData: keepPreviousData,
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: [...memberQueries.all, 'one', id],
      queryFn: ({ signal }) => call(getMember, { id }, { signal }),
    }),
  ownProfile: () =>
    queryOptions({
      queryKey: [...memberQueries.all, 'own-profile'],
      queryFn: ({ signal }) => {
        if (session.accessToken() === null) throw new ApiError('User not authenticated', { status: 401 })
        return call(getMemberProfile, { _t: String(Date.now()) }, { signal })
      },
    }),
  portalDashboard: () =>
    queryOptions({
      queryKey: [...memberQueries.all, 'portal-dashboard'],
      queryFn: ({ signal }) => call(getMemberDashboard, {}, { signal }),
    }),
}

/** A member stands in lists, months, movements and figures alike: after a change all of them are asked again. */
function useRefreshAll() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries()
}

export function useCreateMember() {
  return useAction(createMember, { onSuccess: useRefreshAll() })
}

export function useUpdateMember() {
  return useAction(updateMember, { onSuccess: useRefreshAll() })
}

export function useDeleteMember() {
  return useAction(deleteMember, { onSuccess: useRefreshAll() })
}

export function useUpdateMemberRoles() {
  return useAction(updateMemberRoles, { onSuccess: useRefreshAll() })
}
