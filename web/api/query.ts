import { type QueryKey, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Endpoint, Parsed, Replied } from '#contract/endpoint.ts'
import { call } from './call.ts'

/**
 * What an endpoint gives, asked once for every place that shows it. While the next page of a list is on its way, the one
 * before stays.
 */
export function query<E extends Endpoint>(endpoint: E, input: Parsed<E>) {
  return queryOptions({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    ...(endpoint.kind === 'list' && { placeholderData: keepPreviousData }),
  })
}

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

/** The parts of the endpoint's path, then all that is asked; with a part of the input it is the beginning of many keys. */
export function keyOf<E extends Endpoint>(endpoint: E, input: Partial<Parsed<E>>): QueryKey {
  // As the address would have it: a bigint could not be hashed.
  const asked = JSON.parse(
    JSON.stringify(input, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)),
  ) as Record<string, unknown>
  const path = endpoint.path.slice(1).split('/')
  return [...path.map((part) => (part.startsWith(':') ? asked[part.slice(1)] : part)), asked]
}
