import { useQueryClient } from '@tanstack/react-query'
import { reversePenaltyWaiver, waivePenalties } from '#contract/lending/penalties.ts'
import { useAction } from '#web/api/use-action.ts'

/** It moves figures on many pages; a refusal often means that somebody else was quicker. */
function useRefreshed() {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries()
  return { onSuccess: refresh, onError: refresh }
}

export const useWaivePenalties = () => useAction(waivePenalties, useRefreshed())
export const useReversePenaltyWaiver = () => useAction(reversePenaltyWaiver, useRefreshed())
