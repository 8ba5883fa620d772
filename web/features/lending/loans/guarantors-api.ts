import { useQueryClient } from '@tanstack/react-query'
import { askGuarantor, cancelLoan, withdrawLoan } from '#contract/lending/loan-guarantors.ts'
import { useAction } from '#web/api/use-action.ts'

/** What is asked again tells what somebody else did meanwhile. */
function useRefreshed() {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries()
  return { onSuccess: refresh, onError: refresh }
}

export const useAskGuarantor = () => useAction(askGuarantor, useRefreshed())
export const useCancelLoan = () => useAction(cancelLoan, useRefreshed())
export const useWithdrawLoan = () => useAction(withdrawLoan, useRefreshed())
