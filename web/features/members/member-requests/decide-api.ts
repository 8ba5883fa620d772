import { approveMemberRequest, declineMemberRequest } from '#contract/members/member-requests.ts'
import { useAction } from '#web/api/use-action.ts'
import { useRefreshAll } from './api.ts'

export function useApproveRequest() {
  const refresh = useRefreshAll()
  return useAction(approveMemberRequest, { onSuccess: refresh, onError: refresh })
}

export function useDeclineRequest() {
  const refresh = useRefreshAll()
  return useAction(declineMemberRequest, { onSuccess: refresh, onError: refresh })
}
