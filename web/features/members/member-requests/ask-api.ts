import { queryOptions } from '@tanstack/react-query'
import type { Replied } from '#contract/endpoint.ts'
import { askForChange, withdrawRequest } from '#contract/members/member-requests.ts'
import { getMemberProfile } from '#contract/members/member-portal.ts'
import { listOwnNominees } from '#contract/members/nominees.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { useRefreshAll } from './api.ts'

/** The record as it is, from which the form begins. */
export const ownRecordQuery = () =>
  queryOptions({
    queryKey: ['member-requests', 'own-record'],
    queryFn: async ({ signal }) => {
      const { bankDetails, ...own } = await call(getMemberProfile, {}, { signal })
      return {
        ...own,
        bankName: bankDetails?.bankName ?? null,
        bankAccountNumber: bankDetails?.accountNumber ?? null,
        bankAccountName: bankDetails?.accountName ?? null,
      }
    },
  })

export type Nominee = Replied<typeof listOwnNominees>[number]

export const ownNomineesQuery = () =>
  queryOptions({
    queryKey: ['member-requests', 'own-nominees'],
    queryFn: ({ signal }) => call(listOwnNominees, {}, { signal }),
  })

export function useAskForChange() {
  return useAction(askForChange, { onSuccess: useRefreshAll() })
}

export function useWithdrawRequest() {
  const refresh = useRefreshAll()
  return useAction(withdrawRequest, { onSuccess: refresh, onError: refresh })
}
