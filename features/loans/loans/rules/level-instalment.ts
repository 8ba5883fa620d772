import { greater } from '#core/bounds.ts'
import type { Fraction } from '#core/rounding.ts'

/** Money that is lent during an instalment's stretch, and the part of a year that it is lent for until the due date. */
export type Lent = { amount: bigint; part: Fraction }

export type LevelInstalment = {
  /** The instalment that, paid from this one to the last, repays what is lent and leaves `balloon` to the last. */
  from(index: number, lent: readonly Lent[], balloon: bigint): Fraction
}

/**
 * Solves level instalments exactly, for stretches of unequal length: with r the rate of a stretch and A the worth at
 * its start of one unit paid at each due date from it on, A = (1 + A') / (1 + r), A' being the next stretch's.
 * All worths are prepared once, so that solving again after each event costs no walk over what remains.
 */
export function levelInstalment(rate: Fraction, parts: readonly Fraction[]): LevelInstalment {
  const common = rate.bottom * (parts[0]?.bottom ?? 1n)
  // Worth of the annuity after each stretch, the last one first.
  let worth: Fraction = { top: 0n, bottom: 1n }
  const worths = [worth]
  for (const { top } of parts.toReversed()) {
    worth = { top: (worth.bottom + worth.top) * common, bottom: worth.bottom * (common + rate.top * top) }
    worths.push(worth)
  }
  return {
    from(index, lent, balloon) {
      const grown = sumOf(
        lent.map(({ amount, part }) => ({
          top: amount * (rate.bottom * part.bottom + rate.top * part.top),
          bottom: rate.bottom * part.bottom,
        })),
      )
      const after = parts.length - 1 - index
      const { top: annuity, bottom } = worths[after] as Fraction
      const left = balloon === 0n ? 0n : balloon * common ** BigInt(after)
      const top = grown.top * bottom - grown.bottom * left
      return { top: greater(top, 0n), bottom: grown.bottom * (bottom + annuity) }
    },
  }
}

/** Where all have the same bottom so has the sum. */
export function sumOf(fractions: readonly Fraction[]): Fraction {
  return fractions.reduce(
    (sum, { top, bottom }) =>
      sum.bottom === bottom
        ? { top: sum.top + top, bottom }
        : { top: sum.top * bottom + top * sum.bottom, bottom: sum.bottom * bottom },
    { top: 0n, bottom: 1n },
  )
}
