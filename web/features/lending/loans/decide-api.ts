import { useQueryClient } from '@tanstack/react-query'
import { approveLoan, rejectLoan } from '#contract/lending/loan-decisions.ts'
import { useAction } from '#web/api/use-action.ts'

/** A refused decision was often another officer's: what they decided is asked for too. */
function useRefreshed() {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries()
  return { onSuccess: refresh, onError: refresh }
}

export const useApproveLoan = () => useAction(approveLoan, useRefreshed())
export const useRejectLoan = () => useAction(rejectLoan, useRefreshed())
