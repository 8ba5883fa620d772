import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Endpoint, Parsed } from '#core/contract/endpoint.ts'
import { query } from '#ui/api/query.ts'
import { useSearch } from '#ui/router/place.ts'
import { useListSearch } from './use-list-search.ts'

type ListEndpoint = Endpoint & { kind: 'list'; query: z.ZodMiniObject }
type Filters<E> = E extends { query: infer Q extends z.ZodMiniObject } ? Partial<z.output<Q>> : never

/**
 * A list with its state in the address: what the endpoint's query knows is read from there, but for what is `given`. What
 * it would refuse reads as not asked for.
 */
export function useList<E extends ListEndpoint>(
  endpoint: E,
  given: Partial<Parsed<E>> = {},
  { staleTime, enabled }: { staleTime?: number; enabled?: boolean } = {},
) {
  const address = useListSearch()
  const search = useSearch()
  const filters: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(endpoint.query.shape)) {
    if (name in given || ['page', 'limit', 'q', 'format'].includes(name) || !search[name]) continue
    const read = z.safeDecode(schema as z.ZodMiniType, search[name])
    if (read.success) filters[name] = read.data
  }
  const asked = { page: address.page, limit: address.limit, q: address.q || undefined, ...filters, ...given }
  const list = useQuery({
    ...query(endpoint, asked as unknown as Parsed<E>),
    ...(staleTime !== undefined && { staleTime }),
    ...(enabled !== undefined && { enabled }),
  })
  const isFiltered = address.q !== '' || Object.keys(filters).some((name) => name !== 'sort')
  return { ...address, endpoint, asked, list, filters: filters as Filters<E>, isFiltered }
}
