import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import { listPledges, placePledge, releasePledge } from '#contract/money/pledges.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'

export type Pledge = Replied<typeof listPledges>

export const pledgeQueries = {
  list: (query: Parsed<typeof listPledges>) =>
    queryOptions({
      queryKey: ['pledges', 'list', query],
      queryFn: ({ signal }) => call(listPledges, query, { signal }),
      placeholderData: keepPreviousData,
    }),
}

/** A pledge changes what is free on every screen. */
function useRefreshAll() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries()
}

export function usePlacePledge() {
  return useAction(placePledge, { onSuccess: useRefreshAll() })
}

export function useReleasePledge() {
  const refresh = useRefreshAll()
  return useAction(releasePledge, { onSuccess: refresh, onError: refresh })
}
