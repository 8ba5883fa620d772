import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { listApprovals } from '#contract/society/pending-approvals.ts'
import { approveReversal, rejectReversal } from '#contract/money/transaction-reversals.ts'
import { approveChangeRequest, rejectChangeRequest } from '#contract/access/change-requests.ts'
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

/** A change may be of anything that is shown, the roles of who is signed in too. */
function useRefreshEverything() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries()
}

export function useApproveChangeRequest() {
  const refresh = useRefreshEverything()
  return useAction(approveChangeRequest, { onSuccess: refresh, onError: refresh })
}

export function useRejectChangeRequest() {
  const refresh = useRefreshEverything()
  return useAction(rejectChangeRequest, { onSuccess: refresh, onError: refresh })
}
