import type { Kobo } from './money.ts'
import { rounded } from './rounding.ts'

/**
 * Shares a total by weight, to the kobo: each share is rounded down, and the kobo that are left go one by one to the
 * largest fractions, the earlier of equal ones first. Source: domain.md 1.2 of the design notes (largest remainder).
 */
export function shareTotal(total: Kobo, weights: readonly bigint[]): Kobo[] {
  const sum = weights.reduce((all, weight) => all + weight, 0n)
  if (sum <= 0n) throw new Error('A total is shared by weights above zero')
  const shares = weights.map((weight) => (total * weight) / sum)
  return toTheTotal(
    total,
    shares,
    weights.map((weight) => (total * weight) % sum),
  )
}

/** Amounts that are fractions of a kobo over one bottom. Their sum is rounded once, a half up, and they come to it: none by a kobo or more from what it is. */
export function roundTogether(tops: readonly bigint[], bottom: bigint): Kobo[] {
  const total = rounded({ top: tops.reduce((all, top) => all + top, 0n), bottom }, 'half_up')
  return toTheTotal(
    total,
    tops.map((top) => top / bottom),
    tops.map((top) => top % bottom),
  )
}

/** Gives the kobo that are left to the largest fractions, the earlier of equal ones first. */
function toTheTotal(total: Kobo, floors: readonly bigint[], fractions: readonly bigint[]): Kobo[] {
  const left = Number(total - floors.reduce((all, floor) => all + floor, 0n))
  const places = fractions
    .map((fraction, index) => ({ index, fraction }))
    .toSorted((one, other) =>
      one.fraction === other.fraction ? one.index - other.index : one.fraction > other.fraction ? -1 : 1,
    )
    .slice(0, left)
  const raised = new Set(places.map(({ index }) => index))
  return floors.map((floor, index) => (raised.has(index) ? floor + 1n : floor) as Kobo)
}
