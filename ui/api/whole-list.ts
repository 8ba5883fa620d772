import { queryOptions } from '@tanstack/react-query'
import type { Endpoint, Parsed, Replied } from '#core/contract/endpoint.ts'
import { call } from './call.ts'
import { keyOf } from './query.ts'

/** Every row of a list that is short, for what chooses among them. */
export function wholeList<E extends Endpoint & { kind: 'list' }>(endpoint: E, input: Parsed<E>) {
  return queryOptions({
    queryKey: [...keyOf(endpoint, input), 'whole'],
    queryFn: async ({ signal }) => {
      const rows: Replied<E>[] = []
      for (let page = 1, pages = 1; page <= pages; page++) {
        const reply = await call<Endpoint & { kind: 'list' }>(
          endpoint,
          { ...(input as object), page, limit: 100 },
          { signal },
        )
        rows.push(...(reply.rows as Replied<E>[]))
        pages = reply.meta.totalPages
      }
      return rows
    },
  })
}
