import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { previewRecovery, recoverLoan } from '#contract/lending/recoveries.ts'
import type { LoanId } from '#domain/ids.ts'
import type { RecoveryScope } from '#domain/lending/loans/recovery-source.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { loanQueries } from './api.ts'

/** From whom how much; asked again each time, because savings move. */
export function recoveryQuery(loanId: LoanId, scope: RecoveryScope) {
  return queryOptions({
    queryKey: [...loanQueries.all, 'recovery', loanId, scope],
    queryFn: ({ signal }) => call(previewRecovery, { loanId, scope }, { signal }),
    staleTime: 0,
  })
}

/** It moves figures on many pages; a refusal means that the preview is no longer true. */
export function useRecover() {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries()
  return useAction(recoverLoan, { onSuccess: refresh, onError: refresh })
}
