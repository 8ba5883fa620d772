import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Replied } from '#contract/endpoint.ts'
import { listNominees, listOwnNominees, updateNominees } from '#contract/members/nominees.ts'
import type { MemberId } from '#domain/ids.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'

export type Nominee = Replied<typeof listNominees>[number]

export const nomineeQueries = {
  of: (id: MemberId) =>
    queryOptions({ queryKey: ['nominees', id], queryFn: ({ signal }) => call(listNominees, { id }, { signal }) }),
  own: () =>
    queryOptions({ queryKey: ['nominees', 'own'], queryFn: ({ signal }) => call(listOwnNominees, {}, { signal }) }),
}

export function useUpdateNominees() {
  const queries = useQueryClient()
  return useAction(updateNominees, { onSuccess: () => queries.invalidateQueries() })
}
