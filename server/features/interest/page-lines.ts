import { foldForSearch } from '#domain/searching.ts'
import type { InterestRow } from './draft-interest.ts'

/** One page of lines that are worked out whole, by number or by amount. */
export function pageLines<Row extends InterestRow>(lines: readonly Row[], { q, sort, page, limit }: { q?: string | undefined; sort?: string | undefined; page: number; limit: number }): { rows: Row[]; total: number } {
  const wanted = q ? foldForSearch(q) : ''
  const found = wanted === '' ? [...lines] : lines.filter(({ name, membershipno }) => foldForSearch(`${name} ${membershipno}`).includes(wanted))
  if (sort === '-membershipno') found.reverse()
  if (sort === 'amount' || sort === '-amount') {
    const way = sort === 'amount' ? 1n : -1n
    found.sort((one, other) => Number((one.amount > other.amount ? 1n : one.amount < other.amount ? -1n : 0n) * way))
  }
  return { rows: found.slice((page - 1) * limit, page * limit), total: found.length }
}
