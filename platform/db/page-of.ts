import type { SuperAdminActor, TenantActor } from '#core/actor.ts'
import type { Endpoint, PageOf, Parsed, Replied } from '#core/contract/endpoint.ts'
import { type FileFormat, fileFormatOf } from '#core/file-format.ts'
import { pageOfRows } from '#core/paging.ts'
import { foldQuery } from '#core/searching.ts'
import {
  type Action,
  action,
  type Ask,
  type InputOf,
  type PlatformAction,
  platformAction,
  type SharedAction,
  sharedAction,
  type Reply,
} from '#platform/action.ts'
import { draftList } from '#platform/files/draft-list.ts'
import type { FileDraft } from '#platform/files/file-draft.ts'
import { rowsMax } from '#platform/files/rows-max.ts'
import { mentions } from './mentions.ts'
import { allOf, containing, listOf, sql, type Statement } from './sql.ts'

type ListEndpoint = Endpoint & { kind: 'list' }
type Paging = { page: number; limit: number; q?: string; sort?: string; format?: 'json' | FileFormat }

/** Who asks a list for what, and when. */
export type Asked<E, By extends Asking = TenantActor> = Ask<By> & { input: Parsed<E> & Paging }
type Asking = TenantActor | SuperAdminActor

type SortOf<E> = Parsed<E> extends { sort?: infer Sort } ? Exclude<Sort & string, `-${string}`> : never
type Filter<E> = Exclude<keyof Parsed<E>, keyof Paging>
type Part<E, By extends Asking> = Statement | ((asked: Asked<E, By>) => Statement)
type SummaryOf<E> = E extends { summaryReply: infer S } ? Replied<{ reply: S }> : never

type Sort = Statement | readonly Statement[] | { up: Statement; down: Statement }

type Order<E> = SortOf<E> | `-${SortOf<E>}` | Statement

type Search = { folded?: Statement; text?: Statement } | ((q: string) => Statement)

type List<E, Row, Totals, Besides, By extends Asking> = {
  /** The tables, joined. */
  from: Part<E, By>
  /** The columns, each under the name of its field. */
  select: Part<E, By>
  /** What each parameter and filter of the contract asks of a row; none may be left out. `null`: another part sees to it. */
  where: { [Name in Filter<E>]-?: ((value: NonNullable<Parsed<E>[Name]>, asked: Asked<E, By>) => Statement) | null }
  /** What holds for every row, whatever is asked. */
  always?: Part<E, By>
  /**
   * What `q` is looked for in: `folded` is a column that holds text as `foldForSearch` makes it, `text` is any other. A function
   * where a list is searched in its own way.
   */
  search: Search
  /** By what each sort of the contract orders; `-name` turns every part of it round, unless its `down` is said. */
  sorts: { [Name in SortOf<E>]: Sort }
  /** The order where none is asked for: a sort of the contract, or one that no one can ask for. */
  order: Order<E> | ((asked: Asked<E, By>) => Order<E>)
  /** Makes an order of every sort, so that pages follow each other without a gap: its last part is unique. */
  last: Statement
  /** What is read once for all rows, or refuses because what the list is of is not there. */
  besides?: (asked: Asked<E, By>) => Promise<Besides>
  /** Sums over the whole filtered list, each under its name. */
  totals?: Part<E, By>
  /** What the rows are of, under the title of a file: the name of their employer. */
  of?: (besides: Besides) => string
  /** What is sent of a row, where it is not the row as it was selected. */
  row?: (row: Row, besides: Besides, asked: Asked<E, By>) => Replied<E>
  /** What is sent beside the rows, where it is not the totals as they are. */
  summary?: (totals: Totals, besides: Besides, asked: Asked<E, By>) => SummaryOf<E>
}

/** A page, or the whole list as a file where its contract lets it be downloaded. */
type Answer<E> = PageOf<Replied<E>> | (E extends { formats: object } ? FileDraft : never)

/**
 * Serves a list: a page of its rows, how many there are of what was asked for, and their summary; all of them as a file where
 * it is `downloadable` and a format was asked for. Every list searches in the same way, unless it has its own: without regard to capitals, tone marks and
 * spaces, and for a phone as people type it. Refuses what `besides` refuses; file_rows_too_many.
 */
export function pageOf<
  E extends ListEndpoint,
  Row extends object = Replied<E> & object,
  Totals extends object = SummaryOf<E> & object,
  Besides = undefined,
>(endpoint: E, list: List<E, Row, Totals, Besides, TenantActor>): Action<E, InputOf<E>, Answer<E>> {
  return action<E, Answer<E> & Reply<E>>(endpoint, answering(endpoint, list) as never)
}

/** Serves a list of the super administrator in the same way. */
export function platformPageOf<
  E extends ListEndpoint,
  Row extends object = Replied<E> & object,
  Totals extends object = SummaryOf<E> & object,
  Besides = undefined,
>(endpoint: E, list: List<E, Row, Totals, Besides, SuperAdminActor>): PlatformAction<E, Answer<E>> {
  return platformAction<E, Answer<E> & Reply<E>>(endpoint, answering(endpoint, list) as never)
}

/** Serves a list of people of a cooperative and of the super administrator in the same way. */
export function sharedPageOf<
  E extends ListEndpoint,
  Row extends object = Replied<E> & object,
  Totals extends object = SummaryOf<E> & object,
  Besides = undefined,
>(endpoint: E, list: List<E, Row, Totals, Besides, Asking>): SharedAction<E, Answer<E>> {
  return sharedAction<E, Answer<E> & Reply<E>>(endpoint, answering(endpoint, list) as never)
}

/** Serves a list that is short enough to be read whole: `all` gives every row, of which a page is sent; `searched` are the fields that `q` is looked for in. */
export function shortListOf<E extends ListEndpoint>(
  endpoint: E,
  searched: readonly (keyof Replied<E>)[],
  all: (ask: Ask, input: InputOf<E>) => Promise<Replied<E>[]>,
) {
  return action<E, PageOf<Replied<E>> & Reply<E>>(
    endpoint,
    async (ask, input) =>
      pageOfRows((await all(ask, input)) as object[], input as Paging, searched as readonly never[]) as never,
  )
}

function answering<E extends ListEndpoint, Row extends object, Totals extends object, Besides, By extends Asking>(
  endpoint: E,
  list: List<E, Row, Totals, Besides, By>,
) {
  return async (ask: Ask<By>, input: InputOf<E>): Promise<PageOf<Replied<E>> | FileDraft> => {
    const asked: Asked<E, By> = { ...ask, input }
    const format = endpoint.table && fileFormatOf(asked.input.format)
    const { page, limit } = format ? { page: 1, limit: rowsMax[format] + 1 } : asked.input
    const of = (part: Part<E, By>) => (typeof part === 'function' ? part(asked) : part)
    const [from, where] = [of(list.from), conditionOf(list, asked, of)]
    const [rows, { rowsFound: total, ...totals }, besides] = await Promise.all([
      ask.tx.many<Row>(
        sql`select ${of(list.select)} from ${from} where ${where} order by ${orderOf(list, asked)} limit ${limit} offset ${(page - 1) * limit}`,
      ),
      ask.tx.one<{ rowsFound: number } & Totals>(
        sql`select count(*)::int as rows_found${list.totals ? sql`, ${of(list.totals)}` : sql``} from ${from} where ${where}`,
      ),
      list.besides?.(asked) as Promise<Besides>,
    ])
    const { row, summary } = list
    const answered = {
      rows: row ? rows.map((each) => row(each, besides, asked)) : (rows as unknown as Replied<E>[]),
      total,
      ...((list.totals || summary) && {
        summary: summary ? summary(totals as unknown as Totals, besides, asked) : totals,
      }),
    }
    return format && endpoint.table
      ? draftList(ask, endpoint.table, answered, { format, of: list.of?.(besides) })
      : answered
  }
}

function conditionOf<E, Row, Totals, Besides, By extends Asking>(
  { where, always, search }: List<E, Row, Totals, Besides, By>,
  asked: Asked<E, By>,
  of: (part: Part<E, By>) => Statement,
): Statement {
  const { q } = asked.input
  const filters = Object.entries(where) as [Filter<E>, ((value: unknown, asked: Asked<E, By>) => Statement) | null][]
  return allOf([
    ...(always ? [of(always)] : []),
    ...filters.flatMap(([name, condition]) => {
      const value = asked.input[name] as unknown
      return condition === null || value === undefined || value === null ? [] : [condition(value, asked)]
    }),
    ...(q ? [found(search, q)] : []),
  ])
}

function found(search: Search, q: string): Statement {
  if (typeof search === 'function') return search(q)
  const { folded, text } = search
  const ways = [
    ...(folded ? [sql`${folded} like ${containing(foldQuery(q))}`] : []),
    ...(text ? [mentions(text, q)] : []),
  ]
  const [first = sql`false`, second] = ways
  return second ? sql`(${first} or ${second})` : first
}

function orderOf<E, Row, Totals, Besides, By extends Asking>(
  { sorts, order, last }: List<E, Row, Totals, Besides, By>,
  asked: Asked<E, By>,
): Statement {
  const sort = asked.input.sort ?? (typeof order === 'function' ? order(asked) : order)
  if (typeof sort !== 'string') return sql`${sort}, ${last}`
  const isDown = sort.startsWith('-')
  const by = (sorts as Record<string, Sort>)[isDown ? sort.slice(1) : sort]
  if (!by) throw new Error(`A list has no sort ${sort}`)
  if ('up' in by) return sql`${isDown ? by.down : by.up}, ${last}`
  const parts = Array.isArray(by) ? (by as readonly Statement[]) : [by as Statement]
  return sql`${listOf(parts.map((part) => (isDown ? sql`${part} desc` : part)))}, ${last}`
}
