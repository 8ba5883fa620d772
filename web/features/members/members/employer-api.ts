import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { getMemberEmployer, listEmployers, updateMemberEmployer } from '#contract/society/deductions.ts'
import type { Replied } from '#contract/endpoint.ts'
import type { MemberId } from '#domain/ids.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'

export type MemberEmployerReply = Replied<typeof getMemberEmployer>

export const employerQueries = {
  ofMember: (memberId: MemberId) =>
    queryOptions({
      queryKey: ['deductions', 'of-member', memberId],
      queryFn: ({ signal }) => call(getMemberEmployer, { memberId }, { signal }),
    }),
  all: () =>
    queryOptions({
      queryKey: ['deductions', 'employers', { limit: 100 }],
      queryFn: ({ signal }) => call(listEmployers, { limit: 100 }, { signal }),
    }),
}

export function useUpdateMemberEmployer() {
  const queries = useQueryClient()
  return useAction(updateMemberEmployer, { onSuccess: () => queries.invalidateQueries() })
}
