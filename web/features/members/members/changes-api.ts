import { useQueryClient } from '@tanstack/react-query'
import { createMember, deleteMember, updateMember, updateMemberRoles } from '#contract/members/member-changes.ts'
import { useAction } from '#web/api/use-action.ts'

/** A member is in lists, months, movements and figures alike: after a change all of them are asked again. */
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
