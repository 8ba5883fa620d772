import type { Endpoint, Parsed } from '#core/contract/endpoint.ts'
import { buildRequest } from './build-request.ts'
import { newKey } from './new-key.ts'
import { send } from './send.ts'

/** The bytes of a `file` endpoint with the name that the server gives them; a link could not carry the bearer token. */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: Parsed<E>,
): Promise<{ blob: Blob; fileName: string | undefined }> {
  const { path, body } = buildRequest(endpoint, (input ?? {}) as Record<string, unknown>)
  const asked =
    body === undefined ? {} : { body, headers: { 'Content-Type': 'application/json', 'Idempotency-Key': newKey() } }
  return await send({ method: endpoint.method, path, isFile: true, ...asked }, async (response) => {
    const disposition = response.headers.get('Content-Disposition') ?? ''
    const encodedName = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
    const plainName = /filename="?([^";]+)"?/i.exec(disposition)?.[1]
    return { blob: await response.blob(), fileName: encodedName ? decodeURIComponent(encodedName) : plainName }
  })
}
