import { approveTransaction, rejectTransaction } from '#contract/money/transaction-decisions.ts'
import { reverseTransaction } from '#contract/money/transaction-reversals.ts'
import { useAction } from '#web/api/use-action.ts'
import { useRefreshAll } from './api.ts'

/** A refused decision was often another officer's: what they decided is asked for too. */
export function useApprove() {
  const refresh = useRefreshAll()
  return useAction(approveTransaction, { onSuccess: refresh, onError: refresh })
}

export function useReject() {
  const refresh = useRefreshAll()
  return useAction(rejectTransaction, { onSuccess: refresh, onError: refresh })
}

export function useReverse() {
  const refresh = useRefreshAll()
  return useAction(reverseTransaction, { onSuccess: refresh, onError: refresh })
}
