import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { deliverGoods, undoDelivery } from '#contract/lending/deliveries.ts'
import type { Replied } from '#contract/endpoint.ts'
import { listGoods } from '#contract/lending/goods.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'

export type Good = Replied<typeof listGoods>[number]

/** What is offered now, at today's prices. */
export const goodsQuery = () =>
  queryOptions({ queryKey: ['goods'], queryFn: ({ signal }) => call(listGoods, {}, { signal }) })

/** A refusal often means that somebody else was quicker. */
function useRefreshed() {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries()
  return { onSuccess: refresh, onError: refresh }
}

export const useDeliverGoods = () => useAction(deliverGoods, useRefreshed())
export const useUndoDelivery = () => useAction(undoDelivery, useRefreshed())
