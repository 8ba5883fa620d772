import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isLoopback } from './network.ts'
import { isOutsideUrl } from './outside-url.ts'
import { isPublicAddress } from './public-address.ts'

/** `failure` is null where a status from 200 to 299 came; `isSlow`: nothing came in time. */
export type Answer = { answered: number | null; failure: string | null; milliseconds: number; isSlow: boolean }

/**
 * Posts to an address that a stranger chose. The name is looked up here and the connection goes to the address that was
 * checked, so that a name which changes between the two leads nowhere else; a redirect is an answer like any other. From the
 * look-up of the name to the answer it may take so many seconds.
 */
export async function postOutside(
  url: string,
  { body, headers }: { body: string | Buffer; headers: Record<string, string> },
  allowsLoopback: boolean,
  seconds = 10,
): Promise<Answer> {
  const began = performance.now()
  const signal = AbortSignal.timeout(seconds * 1000)
  const ended = (answered: number | null, failure: string | null, isSlow = false): Answer => ({
    answered,
    failure,
    milliseconds: Math.round(performance.now() - began),
    isSlow,
  })
  try {
    const { hostname } = new URL(url)
    const addresses = isOutsideUrl(url, allowsLoopback) ? await lookUp(hostname, signal) : []
    const isAllowed = (address: string) => isPublicAddress(address) || (allowsLoopback && isLoopback(address))
    const [address] = addresses
    if (address === undefined || !addresses.every(isAllowed)) return ended(null, 'The address is not on the internet')
    const status = await post(new URL(url), address, body, signal, headers)
    return ended(status, status >= 200 && status < 300 ? null : `It answered ${status}`)
  } catch (error) {
    if (signal.aborted) return ended(null, `It did not answer within ${seconds} seconds`, true)
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    return ended(null, `It can’t be reached (${code})`)
  }
}

/** All addresses of a name: one that is private among them makes it a name of a private network. */
async function lookUp(hostname: string, signal: AbortSignal): Promise<string[]> {
  const late = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
  const found = await Promise.race([lookup(hostname, { all: true }), late])
  return found.map(({ address }) => address)
}

function post(
  url: URL,
  address: string,
  body: string | Buffer,
  signal: AbortSignal,
  headers: Record<string, string>,
): Promise<number> {
  const isSecure = url.protocol === 'https:'
  const options = {
    method: 'POST',
    host: address,
    port: url.port || (isSecure ? 443 : 80),
    path: url.pathname + url.search,
    headers: { ...headers, host: url.host, 'content-length': String(Buffer.byteLength(body)) },
    agent: false,
    signal,
    ...(isSecure && { servername: url.hostname }),
  }
  return new Promise((resolve, reject) => {
    const request = (isSecure ? https : http).request(options, (response) => {
      // What it says is of no use, and may be endless.
      response.on('error', () => {})
      resolve(response.statusCode ?? 0)
      request.destroy()
    })
    request.on('error', reject)
    request.end(body)
  })
}
