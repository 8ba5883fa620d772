import { useQueryClient } from '@tanstack/react-query'
import { applyForLoan } from '#contract/lending/loan-applications.ts'
import { useAction } from '#web/api/use-action.ts'

export function useApply() {
  const queries = useQueryClient()
  return useAction(applyForLoan, { onSuccess: () => queries.invalidateQueries() })
}
