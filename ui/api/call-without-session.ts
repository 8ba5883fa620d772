import type { Endpoint, Parsed, Replied } from '#core/contract/endpoint.ts'
import { errorOf, networkFailure } from './api-error.ts'
import { buildRequest } from './build-request.ts'
import { readReply } from './call.ts'

/** Calls an anonymous endpoint without the session, cookies, a key or the address of the page: nothing in the request says whose it is. */
export async function callWithoutSession<E extends Endpoint & { isAnonymous: true }>(
  endpoint: E,
  input: Parsed<E>,
): Promise<Replied<E>> {
  const { path, body } = buildRequest(endpoint, input as Record<string, unknown>)
  const response = await fetch(path, {
    method: endpoint.method,
    headers: { 'Content-Type': 'application/json' },
    ...(body !== undefined && { body }),
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
  }).catch(() => {
    throw networkFailure()
  })
  const text = await response.text()
  if (!response.ok) throw errorOf(response.status, text)
  return (await readReply(endpoint, JSON.parse(text) as { data: unknown })) as Replied<E>
}
