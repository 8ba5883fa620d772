import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Parsed } from '#contract/endpoint.ts'
import { previewRescheduling, rescheduleLoan, reverseRescheduling } from '#contract/lending/reschedulings.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { loanQueries } from './api.ts'

/** The two schedules side by side; asked again whenever the terms change. */
export function reschedulingQuery(asked: Parsed<typeof previewRescheduling>) {
  return queryOptions({
    queryKey: [...loanQueries.all, 'reschedule', asked],
    queryFn: ({ signal }) => call(previewRescheduling, asked, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
  })
}

/** It moves figures on many pages; a refusal often means that somebody else was quicker. */
function useRefreshed() {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries()
  return { onSuccess: refresh, onError: refresh }
}

export const useReschedule = () => useAction(rescheduleLoan, useRefreshed())
export const useReverseRescheduling = () => useAction(reverseRescheduling, useRefreshed())
