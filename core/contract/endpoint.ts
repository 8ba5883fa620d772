import type * as z from 'zod/mini'
import type { KeyScope } from '#core/key-scope.ts'
import type { Said } from '#core/event-group.ts'
import type { Permission } from '#core/actor.ts'
import type { Kobo } from '#core/money.ts'
import type { ColumnValues } from './list-column.ts'

/** The header that carries why a bank account may be overdrawn, percent-encoded; bank_below_zero asks for it under this field. */
export const overdraftReasonHeader = 'Overdraft-Reason'

type Schema = z.ZodMiniType
type Shape = z.ZodMiniObject

/** The field under which login_not_proved says what a request lacks. */
export const loginProofField = 'loginProof'

/** A column of any list. */
type LooseColumn = {
  kind: keyof ColumnValues
  key: string
  header: string
  of?: (row: never) => ColumnValues[keyof ColumnValues]
  sort?: string
  width?: number
  inFiles?: true
}

/** A field of the body that asks for a proof of who is there, or only some of its values. */
export type StepUpField = { field: string; values?: readonly string[] }

/**
 * What client and server agree on for one endpoint. `access` is not optional, so it cannot be forgotten.
 * `params`, `query` and `body` share no field name: a use case receives them as one input.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The specification's literal path, parameters as `:name`. It is served under `/api` too. */
  path: `/${string}`
  /** Further paths that the specification declares for the same call. */
  aliases?: readonly `/${string}`[]
  /** One sentence for the API document. */
  summary: string
  access: 'public' | 'signed_in' | Permission
  /** Its line in the audit trail; null: it leaves none there, or one that is recorded in words of its own. */
  says?: Said | null
  /**
   * The reads that it makes stale, by the beginnings of their addresses: other open pages that show one load it again. A part such as
   * `:id` is any. What shares a list of them is in core/contract/changes.ts.
   */
  changes?: readonly string[]
  /** What it changes, the person alone sees: of all others only their own devices are told. */
  isOwn?: true
  /** What lets an API key make this call; no key may where there is none. */
  keyScope?: KeyScope
  /**
   * Asks for the password, a code or a passkey again, unless the person gave one in the last five minutes or logged in (428):
   * what pays money out, undoes what was recorded, says who somebody is, or touches a vote. A program with an API key is not
   * asked. Where only fields of the body call for it, or only some of their values: these.
   */
  stepUp?: true | StepUpField | readonly StepUpField[]
  /**
   * Asks a member for a login that was proved by a code which only their phone received, or by two officers who saw them (428,
   * with the field `loginProof`): a code that an officer saw opens the portal for reading.
   */
  needsProof?: true
  params?: Shape
  query?: Shape
  body?: Shape
  /** `one`: reply is `data`. `list`: reply is an element of `data`, `meta` carries the page. `file`: bytes. `redirect`: on to another address. `stream`: events for as long as the client stays. */
  kind?: 'one' | 'list' | 'file' | 'redirect' | 'stream'
  reply: Schema
  /** Totals over the whole filtered list, in `meta.summary`. */
  summaryReply?: Schema
  status?: 200 | 201 | 202
  message?: string
  /** A POST that changes nothing, as a GET does: what it is asked with is too long for an address. */
  readsOnly?: true
  /** A multipart request with one file in the field `file`, up to this many bytes; a body travels beside it, as JSON in the field `body`, and needs a `bodyBytesMax`. */
  upload?: { bytesMax: number }
  /** Files that the same call gives in place of JSON, when its query's `format` asks for one. */
  formats?: readonly string[]
  /** The columns of a list that is downloaded too (`downloadable`), for its files and its screens. */
  table?: {
    title: string
    columns: readonly LooseColumn[]
    totals?: (summary: never) => Readonly<Record<string, Kobo | number | undefined>>
  }
  /** A picture that pages show: to look at it is no download that the audit trail records. */
  isPicture?: true
  /**
   * No one may learn whose request it is: it is public, carries no session, and leaves no line in the log, no trace and no
   * stored reply. It is safe to send twice.
   */
  isAnonymous?: true
  /** All its statements see the books of one moment, and may take this many seconds. */
  snapshotSeconds?: number
  /**
   * What it does may wait for a second officer: the reply is then 202 with the request's id in place of what is promised,
   * and it is done when another officer approves it.
   */
  mayWait?: true
  /** Largest JSON body in bytes, where the usual 100 KiB is too little. */
  bodyBytesMax?: number
}

/**
 * Where a provider delivers its messages: it signs the bytes of the body, and has neither a session nor a key. No client of
 * ours calls it, so it is no Endpoint.
 */
export type Webhook = {
  path: `/webhooks/${string}`
  /** Largest body in bytes, where the usual 100 KiB is too little. */
  bodyBytesMax?: number
}

/** Whether it changes nothing. */
export function isReading({ method, readsOnly }: Pick<Endpoint, 'method' | 'readsOnly'>): boolean {
  return method === 'GET' || readsOnly === true
}

/** What changes something says so in the audit trail, and names what it changes; what only reads may have a line there. */
type Reading = { method: 'GET' } | { method: 'POST'; readsOnly: true }
type Writing = { says: Said | null; changes: readonly string[]; readsOnly?: never }

/** Keeps every schema's own type, so that use case and client are typed by it. */
export function endpoint<const E extends Endpoint & ((Reading & { changes?: never }) | Writing)>(shape: E): E {
  return shape
}

type PartOf<E, Part extends 'params' | 'query' | 'body'> = E extends { [P in Part]: infer S extends Schema }
  ? z.output<S>
  : unknown

/**
 * Params, query and body as one object, as the domain holds them (kobo as bigint, days as Day): what a use case
 * receives, and what the web client passes, because every field encodes as well as it decodes.
 */
export type Parsed<E> = PartOf<E, 'params'> & PartOf<E, 'query'> & PartOf<E, 'body'>

/** One row of the reply (lists) or the whole of it, as the domain holds it: kobo as bigint. */
export type Replied<E> = E extends { reply: infer R extends Schema } ? z.output<R> : never

/** The element type before summary and paging are added. */
export type PageOf<Row> = { rows: Row[]; total: number; summary?: unknown }

export type PageMeta = { page: number; limit: number; total: number; totalPages: number }
