import { queryOptions } from '@tanstack/react-query'
import { askForChange, withdrawRequest } from '#contract/member-requests.ts'
import { getMemberProfile } from '#contract/member-portal.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { useRefreshAll } from './api.ts'

/** The record as it stands, from which the form begins. */
export const ownRecordQuery = () => queryOptions({ queryKey: ['member-requests', 'own-record'], queryFn: ({ signal }) => call(getMemberProfile, {}, { signal }) })

export function useAskForChange() {
  return useAction(askForChange, { onSuccess: useRefreshAll() })
}

export function useWithdrawRequest() {
  const refresh = useRefreshAll()
  return useAction(withdrawRequest, { onSuccess: refresh, onError: refresh })
}
