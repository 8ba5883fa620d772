import type * as z from 'zod/mini'
import { type Endpoint, isReading } from '#core/contract/endpoint.ts'
import type { Reply, TestApp } from './app.ts'
import { dataOf, newKey } from './builders.ts'

type WireOf<E, Part extends 'params' | 'query' | 'body' | 'reply'> = E extends {
  [P in Part]: infer S extends z.ZodMiniType
}
  ? z.input<S>
  : unknown
/** What a call sends, as it travels: naira as numbers, days as text. */
type Sent<E> = WireOf<E, 'params'> & WireOf<E, 'query'> & WireOf<E, 'body'>
/** What it answers, as it travels; of a list its rows. */
type Told<E> = E extends { kind: 'list' } ? WireOf<E, 'reply'>[] : WireOf<E, 'reply'>
/** Nothing need be given where nothing must be sent. */
type Given<E> = object extends Sent<E> ? [sent?: Sent<E>, file?: TestFile] : [sent: Sent<E>, file?: TestFile]
type TestFile = { name: string; content: Uint8Array }

/** A list of a contract reaches all its rows on one page, unless it is asked for another. */
const rowsOfPage = 100

/** Who is logged in with a token and speaks the product: each call is typed by its contract, and one that is not answered as it promises fails the test. */
export type Client = {
  <E extends Endpoint>(endpoint: E, ...given: Given<E>): Promise<Told<E>>
  /** The same call where a refusal is expected: its status, its sentence and the fields that it names. Throws where it was not refused. */
  refused<E extends Endpoint>(
    endpoint: E,
    ...given: Given<E>
  ): Promise<{ status: number; message: string; fields: string[] }>
}

export function clientOf(app: TestApp, token: string): Client {
  const send = (endpoint: Endpoint, given: object, file: TestFile | undefined): Promise<Reply> => {
    const sent = given as Record<string, unknown>
    const of = (part: 'params' | 'query' | 'body') =>
      Object.entries(sent).filter(([name]) => endpoint[part] !== undefined && name in endpoint[part].shape)
    const params = Object.fromEntries(of('params'))
    const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
    const query = new URLSearchParams(endpoint.kind === 'list' ? { limit: String(rowsOfPage) } : {})
    for (const [name, value] of of('query')) query.set(name, String(value))
    return app.call(endpoint.method, query.size > 0 ? `${path}?${query.toString()}` : path, {
      token,
      ...(endpoint.body && { body: Object.fromEntries(of('body')) }),
      ...(endpoint.method === 'POST' && !isReading(endpoint) && { key: newKey() }),
      ...(file && { file }),
    })
  }
  const client = async (endpoint: Endpoint, sent: object = {}, file?: TestFile): Promise<unknown> =>
    dataOf(await send(endpoint, sent, file), endpoint.status ?? 200)
  const refused = async (endpoint: Endpoint, sent: object = {}, file?: TestFile) => {
    const { status, body, text } = await send(endpoint, sent, file)
    if (body?.success !== false) throw new Error(`${endpoint.method} ${endpoint.path} was not refused: ${text}`)
    const errors = (body.errors ?? []) as { field: string }[]
    return { status, message: String(body.message), fields: errors.map(({ field }) => field) }
  }
  return Object.assign(client, { refused }) as Client
}
