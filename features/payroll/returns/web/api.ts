import { queryOptions } from '@tanstack/react-query'
import type { Replied } from '#core/contract/endpoint.ts'
import type { ReturnId } from '#core/ids.ts'
import { getReturn, type listReturnLines } from '#features/payroll/returns/contract.ts'
import { query } from '#ui/api/query.ts'

export type Return = Replied<typeof getReturn>
export type ReturnLine = Replied<typeof listReturnLines>

/** Asked again and again while it is being posted. */
export function returnQuery(returnId: ReturnId) {
  return queryOptions({
    ...query(getReturn, { returnId }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'posting' ? 400 : false),
  })
}
