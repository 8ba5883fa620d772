import type { Kobo } from './money.ts'

/** Which way a half goes. A treasurer's calculator says up; half_even is a bank's way to let halves cancel out. */
export const roundings = ['half_up', 'half_even'] as const
export type Rounding = (typeof roundings)[number]

/** An exact fraction, never negative; `bottom` is above zero. */
export type Fraction = { top: bigint; bottom: bigint }

/** The multiple of `multiple` nearest to the fraction; with `up` the next one. */
export function roundedTo({ top, bottom }: Fraction, multiple: Kobo, rounding: Rounding | 'up'): Kobo {
  const step = bottom * multiple
  const steps = top / step
  const twice = (top - steps * step) * 2n
  const isUp =
    rounding === 'up' ? twice > 0n : twice === step ? rounding === 'half_up' || steps % 2n === 1n : twice > step
  return ((isUp ? steps + 1n : steps) * multiple) as Kobo
}

/** The same fraction in its smallest terms. */
export function reduced({ top, bottom }: Fraction): Fraction {
  let [divisor, rest] = [bottom, top]
  while (rest !== 0n) [divisor, rest] = [rest, divisor % rest]
  return { top: top / divisor, bottom: bottom / divisor }
}

/** Kobo nearest to the fraction. */
export function rounded(fraction: Fraction, rounding: Rounding): Kobo {
  return roundedTo(fraction, 1n as Kobo, rounding)
}

/**
 * A percentage as the exact fraction that its decimal text says: 9.4822 is 94822 of 1,000,000. Undefined for a
 * negative number and for more than six decimals.
 */
export function fractionOfPercent(percent: number): Fraction | undefined {
  const match = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(String(percent))
  if (!match) return undefined
  const [, whole = '', decimals = ''] = match
  return { top: BigInt(whole + decimals), bottom: 100n * 10n ** BigInt(decimals.length) }
}
