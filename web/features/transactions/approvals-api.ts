import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { approveReversal, listApprovals, rejectReversal } from '#contract/approvals.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { transactionQueries, useRefreshAll } from './api.ts'

export type Waiting = Replied<typeof listApprovals>

export function waitingQuery(query: Parsed<typeof listApprovals>) {
  return queryOptions({
    queryKey: [...transactionQueries.all, 'waiting', query],
    queryFn: ({ signal }) => call(listApprovals, query, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function useApproveReversal() {
  const refresh = useRefreshAll()
  return useAction(approveReversal, { onSuccess: refresh, onError: refresh })
}

export function useRejectReversal() {
  const refresh = useRefreshAll()
  return useAction(rejectReversal, { onSuccess: refresh, onError: refresh })
}
