import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Replied } from '#contract/endpoint.ts'
import * as contract from '#contract/society/leaving.ts'
import type { MemberId } from '#domain/ids.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'

export type Standing = Replied<typeof contract.getLeaving>
export type Leaving = NonNullable<Standing['leaving']>
export type Payee = Standing['payees'][number]

/** What a leaving can be asked for besides its settlement, each with a reason. */
export type LeavingAct = 'waive' | 'cancel' | 'reject' | 'reverse'

export const leavingQuery = (memberId: MemberId) =>
  queryOptions({
    queryKey: ['leaving', memberId],
    queryFn: ({ signal }) => call(contract.getLeaving, { memberId }, { signal }),
  })

/** A leaving changes the member, their accounts and their loans; what was refused has often changed meanwhile. */
function useRefreshed() {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries()
  return { onSuccess: refresh, onError: refresh }
}

export const useStart = () => useAction(contract.startLeaving, useRefreshed())
export const useWaive = () => useAction(contract.waiveNotice, useRefreshed())
export const useCancel = () => useAction(contract.cancelLeaving, useRefreshed())
export const useSettle = () => useAction(contract.settleLeaving, useRefreshed())
export const useApprove = () => useAction(contract.approveLeaving, useRefreshed())
export const useReject = () => useAction(contract.rejectLeaving, useRefreshed())
export const useReverse = () => useAction(contract.reverseLeaving, useRefreshed())
export const usePay = () => useAction(contract.payPayee, useRefreshed())
export const useReversePayout = () => useAction(contract.reversePayout, useRefreshed())
