import { foldForSearch, foldQuery } from './searching.ts'

type Asked = { q?: string | undefined; sort?: string | undefined; page: number; limit: number }

/**
 * A page of a list that is short and comes from the database whole. `q` is looked for in the `searched` fields; `sort` is the
 * name of a field, and without it the list keeps its own order.
 */
export function pageOfRows<Row extends object>(
  rows: readonly Row[],
  { q = '', sort, page, limit }: Asked,
  searched: readonly (keyof Row)[],
): { rows: Row[]; total: number } {
  const words = foldQuery(q)
  const found =
    words === ''
      ? rows
      : rows.filter((row) => searched.some((field) => foldForSearch(String(row[field])).includes(words)))
  const field = sort?.replace('-', '') as keyof Row | undefined
  const turn = sort?.startsWith('-') ? -1 : 1
  const sorted = field === undefined ? found : found.toSorted((a, b) => compare(a[field], b[field]) * turn)
  return { rows: sorted.slice((page - 1) * limit, page * limit), total: found.length }
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'string' && typeof b === 'string') return a.localeCompare(b)
  return (a as bigint) < (b as bigint) ? -1 : Number((a as bigint) > (b as bigint))
}
