import * as z from 'zod/mini'
import type { Endpoint, PageMeta, Parsed, Replied } from '#core/contract/endpoint.ts'
import { SentForApproval } from './api-error.ts'
import { buildRequest } from './build-request.ts'
import { newKey } from './new-key.ts'
import { send } from './send.ts'

type Summary<E> = E extends { summaryReply: infer S extends z.ZodMiniType } ? z.output<S> : undefined

/** A page of a list: its rows, which page it is, and the totals over all pages where the endpoint gives them. */
export type Page<E> = { rows: Replied<E>[]; meta: PageMeta; summary: Summary<E> }

export type CallReply<E> = E extends { kind: 'list' } ? Page<E> : Replied<E>

export type CallOptions = {
  signal?: AbortSignal
  /** Keep one key over the retries of one action of a person; `useAction` does. */
  key?: string
  /** No person waits for it: where the server wants to know who is there it fails, and no one is asked. */
  isUnasked?: boolean | undefined
}

/**
 * Calls one endpoint with params, query and body in one object, as the domain holds them (kobo as bigint), and answers
 * with what its contract promises. Anything else is an ApiError, also that it waits for a second officer (SentForApproval).
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Parsed<E>,
  options: CallOptions = {},
): Promise<CallReply<E>> {
  const { path, body } = buildRequest(endpoint, (input ?? {}) as Record<string, unknown>)
  const envelope = await send(
    {
      method: endpoint.method,
      path,
      headers: {
        Accept: 'application/json',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(endpoint.method === 'POST' ? { 'Idempotency-Key': options.key ?? newKey() } : {}),
      },
      ...(body === undefined ? {} : { body }),
      isPublic: endpoint.access === 'public',
      signal: options.signal,
      isUnasked: options.isUnasked,
    },
    async (response) => {
      const envelope = (await response.json()) as {
        message: string
        data: unknown
        meta?: PageMeta & { summary?: unknown }
      }
      if (endpoint.mayWait && response.status === 202) throw new SentForApproval(envelope.message)
      return envelope
    },
  )
  return (await readReply(endpoint, envelope)) as CallReply<E>
}

type Envelope = { data: unknown; meta?: PageMeta & { summary?: unknown } }

/** The reply by its contract, also one of a newer server with what this version of the app does not know. */
export async function readReply(endpoint: Endpoint, envelope: Envelope): Promise<unknown> {
  try {
    return replyOf(endpoint, envelope)
  } catch {
    return replyOf(endpoint, envelope, (await import('./mend-reply.ts')).mendReply)
  }
}

export function replyOf(
  endpoint: Endpoint,
  { data, meta }: Envelope,
  read: (schema: z.ZodMiniType, data: unknown) => unknown = z.decode,
): unknown {
  if (endpoint.kind !== 'list') return read(endpoint.reply, data)
  const { summary, ...page } = meta ?? { page: 1, limit: 10, total: 0, totalPages: 0 }
  return {
    rows: read(z.array(endpoint.reply), data),
    meta: page,
    summary: summary && endpoint.summaryReply ? read(endpoint.summaryReply, summary) : undefined,
  }
}
