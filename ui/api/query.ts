import { type QueryKey, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Endpoint, Parsed } from '#core/contract/endpoint.ts'
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

/** The parts of the endpoint's path, then all that is asked; with a part of the input it is the beginning of many keys. */
export function keyOf<E extends Endpoint>(endpoint: E, input: Partial<Parsed<E>>): QueryKey {
  // As the address would have it: a bigint could not be hashed.
  const asked = JSON.parse(
    JSON.stringify(input, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)),
  ) as Record<string, unknown>
  const path = endpoint.path.slice(1).split('/')
  return [...path.map((part) => (part.startsWith(':') ? asked[part.slice(1)] : part)), asked]
}
