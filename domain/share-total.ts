import type { Kobo } from './money.ts'

/**
 * Shares a total by weight, to the kobo: each share is rounded down, and the kobo that are left go one by one to the
 * largest fractions, the earlier of equal ones first. Source: domain.md 1.2 of the design notes (largest remainder).
 */
export function shareTotal(total: Kobo, weights: readonly bigint[]): Kobo[] {
  const sum = weights.reduce((all, weight) => all + weight, 0n)
  if (sum <= 0n) throw new Error('A total is shared by weights above zero')
  const shares = weights.map((weight) => (total * weight) / sum)
  const left = Number(total - shares.reduce((all, share) => all + share, 0n))
  const byFraction = weights
    .map((weight, index) => ({ index, fraction: (total * weight) % sum }))
    .toSorted((one, other) =>
      one.fraction === other.fraction ? one.index - other.index : one.fraction > other.fraction ? -1 : 1,
    )
  for (const { index } of byFraction.slice(0, left)) shares[index] = (shares[index] ?? 0n) + 1n
  return shares as Kobo[]
}
