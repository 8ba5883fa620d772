import { type Kobo, zeroKobo } from '#domain/money.ts'
import { type Fraction, rounded, type Rounding } from './rounding.ts'

/** A fixed sum, or a part of the principal alone or of principal and interest. */
export type Charge = { fixed: Kobo } | { part: Fraction; of: 'principal' | 'instalment' }

/** Asked once for an instalment of which something is still owed this many days after its due date. */
export type Penalty = { charge: Charge; graceDays: number }

/** What is asked for on these sums; nothing where they are nothing. */
export function chargeOn(charge: Charge, { principal, interest }: { principal: bigint; interest: bigint }, rounding: Rounding): Kobo {
  if (principal + interest === 0n) return zeroKobo
  if ('fixed' in charge) return charge.fixed
  const base = charge.of === 'principal' ? principal : principal + interest
  return rounded({ top: base * charge.part.top, bottom: charge.part.bottom }, rounding)
}
