import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { listErasureRequests, recordErasureLetter } from '#contract/society/data-protection.ts'
import type { MemberId } from '#domain/ids.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'

/** What a member asked for and no one has decided. */
export const erasureOf = (memberId: MemberId) =>
  queryOptions({
    queryKey: ['data-protection', 'of', memberId],
    queryFn: ({ signal }) => call(listErasureRequests, { memberId, status: 'pending', limit: 1 }, { signal }),
  })

export function useRecordErasureLetter() {
  const queries = useQueryClient()
  return useAction(recordErasureLetter, {
    onSuccess: () => queries.invalidateQueries({ queryKey: ['data-protection'] }),
  })
}
