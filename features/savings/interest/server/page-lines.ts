import type { Kobo } from '#core/money.ts'
import { foldForSearch } from '#core/searching.ts'

type Asked = { q?: string | undefined; sort?: string | undefined; page: number; limit: number }

/** One page of members' lines that are worked out whole and are by number; sorted by number or by the amount that is named. */
export function pageLines<By extends string, Row extends { name: string; membershipno: string } & Record<By, Kobo>>(
  lines: readonly Row[],
  by: By,
  { q, sort, page, limit }: Asked,
): { rows: Row[]; total: number } {
  const wanted = q ? foldForSearch(q) : ''
  const found =
    wanted === ''
      ? [...lines]
      : lines.filter(({ name, membershipno }) => foldForSearch(`${name} ${membershipno}`).includes(wanted))
  if (sort === '-membershipno') found.reverse()
  if (sort === by || sort === `-${by}`) {
    const way = sort === by ? 1 : -1
    found.sort((one, other) => (one[by] < other[by] ? -way : one[by] > other[by] ? way : 0))
  }
  return { rows: found.slice((page - 1) * limit, page * limit), total: found.length }
}
