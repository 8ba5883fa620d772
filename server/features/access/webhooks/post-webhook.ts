import { createHmac } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isLoopback } from '#server/limits/network.ts'
import { isPublicAddress } from '#server/limits/public-address.ts'
import { isWebhookUrl } from './is-webhook-url.ts'

export type Answer = { answered: number | null; failure: string | null; milliseconds: number; isSlow: boolean }

/** Milliseconds from the look-up of the name to the answer. */
const answerMax = 10_000

export type Signed = { id: string; body: string; secrets: readonly string[] }

/**
 * Posts an event to an address. The name is looked up here and the connection goes to the address that was checked, so
 * that a name which changes between the two leads nowhere else; a redirect is an answer like any other.
 */
export async function postWebhook(
  url: string,
  { id, body, secrets }: Signed,
  { allowsLoopback, now = new Date() }: { allowsLoopback: boolean; now?: Date },
): Promise<Answer> {
  const began = performance.now()
  const signal = AbortSignal.timeout(answerMax)
  const ended = (answered: number | null, failure: string | null, isSlow = false): Answer => ({
    answered,
    failure,
    milliseconds: Math.round(performance.now() - began),
    isSlow,
  })
  try {
    const { hostname } = new URL(url)
    const addresses = isWebhookUrl(url, allowsLoopback) ? await lookUp(hostname, signal) : []
    const isAllowed = (address: string) => isPublicAddress(address) || (allowsLoopback && isLoopback(address))
    const [address] = addresses
    if (address === undefined || !addresses.every(isAllowed)) return ended(null, 'The address is not on the internet')
    const seconds = String(Math.floor(now.getTime() / 1000))
    const status = await post(new URL(url), address, body, signal, {
      'content-type': 'application/json',
      'user-agent': 'Ajose-Webhooks',
      'webhook-id': id,
      'webhook-timestamp': seconds,
      'webhook-signature': secrets.map((secret) => `v1,${signatureOf(secret, `${id}.${seconds}.${body}`)}`).join(' '),
    })
    return ended(status, status >= 200 && status < 300 ? null : `It answered ${status}`)
  } catch (error) {
    if (signal.aborted) return ended(null, 'It did not answer within 10 seconds', true)
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    return ended(null, `It can’t be reached (${code})`)
  }
}

/** By the scheme of Standard Webhooks. */
function signatureOf(secret: string, signed: string): string {
  return createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(signed)
    .digest('base64')
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
  body: string,
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
