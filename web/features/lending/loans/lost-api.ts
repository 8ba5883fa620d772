import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { approveWriteOff, previewWriteOff, rejectWriteOff, writeOffLoan } from '#contract/lending/write-offs.ts'
import type { LoanId } from '#domain/ids.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { loanQueries } from './api.ts'

/** What writing the loan off would do; asked again each time, because savings and the provision move. */
export function writeOffQuery(loanId: LoanId) {
  return queryOptions({
    queryKey: [...loanQueries.all, 'write-off', loanId],
    queryFn: ({ signal }) => call(previewWriteOff, { loanId }, { signal }),
    staleTime: 0,
  })
}

/** It moves figures on many pages; a refusal often means that somebody else was quicker. */
function useRefreshed() {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries()
  return { onSuccess: refresh, onError: refresh }
}

export const useWriteOff = () => useAction(writeOffLoan, useRefreshed())
export const useApproveWriteOff = () => useAction(approveWriteOff, useRefreshed())
export const useRejectWriteOff = () => useAction(rejectWriteOff, useRefreshed())
