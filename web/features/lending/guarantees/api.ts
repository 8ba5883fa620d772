import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Replied } from '#contract/endpoint.ts'
import { acceptGuarantee, declineGuarantee, listGuarantees } from '#contract/lending/guarantees.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'

export type Guarantee = Replied<typeof listGuarantees>['guarantees'][number]

export const guaranteesQuery = queryOptions({
  queryKey: ['guarantees'],
  queryFn: ({ signal }) => call(listGuarantees, {}, { signal }),
})

/** An answer changes what is free; a refused one was often answered meanwhile. */
function useRefreshed() {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries()
  return { onSuccess: refresh, onError: refresh }
}

export const useAccept = () => useAction(acceptGuarantee, useRefreshed())
export const useDecline = () => useAction(declineGuarantee, useRefreshed())
