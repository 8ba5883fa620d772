import type { Delivery } from './message-port.ts'

export type ProviderReply = { status: number; body: unknown }

/** Longer than a connection may take, so that a provider that can't be reached is told from one that does not answer. */
const answerMilliseconds = 20_000

/** These mean that no request left. */
const unreached = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']

/** Posts a message to a provider: its reply, whatever its status, or what the lack of one means. */
export async function askProvider(name: string, url: string, init: RequestInit): Promise<ProviderReply | Delivery> {
  try {
    const reply = await fetch(url, {
      ...init,
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(answerMilliseconds),
    })
    return { status: reply.status, body: jsonOf(await replyText(reply)) }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    return unreached.includes(code)
      ? { retryBecause: `${name} can't be reached (${code})` }
      : { unsureBecause: `${name} did not answer` }
  }
}

/** A page of a hundred rows is far below it; more would fill this server's memory. */
const replyBytesMax = 8 * 1024 * 1024

/** The text of a provider's reply. Throws, and reads no further, where it is longer than any reply is. */
export async function replyText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > replyBytesMax) throw new Error('The reply of a provider is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** Undefined for what is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A field of an object of unknown shape. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

/** A field where it is a text or a number, as text, without the character that PostgreSQL takes in none. */
export function textOf(value: unknown, name: string): string {
  const field = fieldOf(value, name)
  return typeof field === 'string' || typeof field === 'number' ? String(field).replaceAll('\u0000', '') : ''
}
