import * as z from 'zod/mini'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { ApiError } from './api-error.ts'

type Input = Record<string, unknown>

/** The path and the JSON of a call; what breaks the contract is refused here in the server's own words. */
export function buildRequest(endpoint: Endpoint, input: Input): { path: string; body: string | undefined } {
  const params = encoded(endpoint.params, input)
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(
    encoded(endpoint.query, input) as Record<string, string | number | null | undefined>,
  )) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  }
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const prefix = path.startsWith('/api/') ? '' : '/api'
  return {
    path: `${prefix}${path}${query.size > 0 ? `?${query}` : ''}`,
    body: endpoint.body ? JSON.stringify(encoded(endpoint.body, input)) : undefined,
  }
}

/** From what the domain holds (kobo, days) to what the wire carries (naira, text), checked on the way. */
function encoded(schema: z.ZodMiniObject | undefined, input: Input): Input {
  if (!schema) return {}
  const mine: Input = {}
  for (const name of Object.keys(schema.shape)) if (input[name] !== undefined) mine[name] = input[name]
  const result = z.safeEncode(schema, mine)
  if (result.success) return result.data as Input
  const errors = result.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }))
  throw new ApiError(errors[0]?.message ?? 'Some fields need another look.', { status: 422, errors })
}
