import * as z from 'zod/mini'
import { fileFormats } from '#core/file-format.ts'
import type { Kobo } from '#core/money.ts'
import { reportFormat } from '#core/contract/report-fields.ts'
import type { Endpoint, Parsed, Replied } from './endpoint.ts'
import type { Valued } from './list-column.ts'

type List = Endpoint & { method: 'GET'; kind: 'list'; query: z.ZodMiniObject; says?: never; formats?: never }
type SortOf<E> = Parsed<E> extends { sort?: infer Sort } ? Exclude<Sort & string, `-${string}`> : never
type SummaryOf<E> = E extends { summaryReply: infer S extends z.ZodMiniType } ? z.output<S> : undefined

type Column<E> = Valued<Replied<E>> & {
  header: string
  /** The contract's name to sort by. */
  sort?: SortOf<E>
  /** In a file, in characters. */
  width?: number
  /** Files alone have it; on the screen it is said beside another. */
  inFiles?: true
}

/**
 * A list that is downloaded too, as CSV, Excel or PDF, whole as it was searched, filtered and sorted. Its columns are said here
 * once: files have them as they are, and screens by `columnsOf` (ui/columns-of.ts). `title` is what the file is of, `says` its
 * line in the audit trail, `totals` the sums under the columns from the list's summary.
 */
export function downloadable<const E extends List, const Columns extends readonly Column<E>[]>(
  list: E,
  {
    says,
    ...table
  }: {
    title: string
    says: string
    columns: Columns
    totals?: (summary: SummaryOf<E>) => Partial<Record<Columns[number]['key'], Kobo | number>>
  },
) {
  const { query, ...rest } = list
  return {
    ...(rest as Omit<E, 'query' | 'says' | 'formats'>),
    query: z.extend(query, { format: reportFormat }) as z.ZodMiniObject<
      E['query']['shape'] & { format: typeof reportFormat }
    >,
    formats: fileFormats,
    says: ['files', says] as const,
    table,
  }
}
