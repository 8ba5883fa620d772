import { useQueryClient } from '@tanstack/react-query'
import { approveMembershipApplication, declineMembershipApplication } from '#contract/members/membership-decisions.ts'
import { useAction } from '#web/api/use-action.ts'
import { applicationQueries } from './applications-api.ts'

/** An approved applicant is in the register and in its figures. */
export function useApproveApplication() {
  const queries = useQueryClient()
  return useAction(approveMembershipApplication, { onSuccess: () => queries.invalidateQueries() })
}

export function useDeclineApplication() {
  const queries = useQueryClient()
  return useAction(declineMembershipApplication, {
    onSuccess: () => queries.invalidateQueries({ queryKey: applicationQueries.all }),
  })
}
