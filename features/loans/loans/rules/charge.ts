import { type Kobo, sumKobo, zeroKobo } from '#core/money.ts'
import { type Fraction, rounded, type Rounding } from '#core/rounding.ts'

/** A fixed sum; a part of the principal, of the interest or of both; or several of these, each rounded by itself. */
export type Charge =
  | { fixed: Kobo }
  | { part: Fraction; of: 'principal' | 'interest' | 'instalment' }
  | { sum: readonly Charge[] }

/**
 * Asked for an instalment of which something is still owed so many days after its due date: once, or again each month for
 * as long as that lasts. `cap`: what all of them together come to for one instalment at most.
 */
export type Penalty = { charge: Charge; graceDays: number; isMonthly?: boolean; cap?: Charge | undefined }

/** What is asked for on these sums; nothing where they are nothing. */
export function chargeOn(charge: Charge, sums: { principal: bigint; interest: bigint }, rounding: Rounding): Kobo {
  const { principal, interest } = sums
  if (principal + interest === 0n) return zeroKobo
  if ('sum' in charge) return sumKobo(charge.sum.map((each) => chargeOn(each, sums, rounding)))
  if ('fixed' in charge) return charge.fixed
  const base = { principal, interest, instalment: principal + interest }[charge.of]
  return rounded({ top: base * charge.part.top, bottom: charge.part.bottom }, rounding)
}
