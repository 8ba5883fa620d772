import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Replied } from '#contract/endpoint.ts'
import { createGood, listGoods, updateGood } from '#contract/lending/goods.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { configurationQueries } from './api.ts'

export type Good = Replied<typeof listGoods>[number]

export const goodsQuery = () =>
  queryOptions({
    queryKey: [...configurationQueries.all, 'goods'],
    queryFn: ({ signal }) => call(listGoods, { retired: 'true' }, { signal }),
  })

/** The form of an application shows the goods too. */
function useRefreshed() {
  const queries = useQueryClient()
  return { onSuccess: () => queries.invalidateQueries() }
}

export const useCreateGood = () => useAction(createGood, useRefreshed())
export const useUpdateGood = () => useAction(updateGood, useRefreshed())
