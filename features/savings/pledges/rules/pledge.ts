import { type Kobo, zeroKobo } from '#core/money.ts'

/** What a pledge is for: an officer's hold by hand, the member's own loan, or a loan for which they are guarantor. */
export const pledgePurposes = ['hold', 'own_loan', 'guarantee'] as const
export type PledgePurpose = (typeof pledgePurposes)[number]

/** The part of a pledge, of which nothing was drawn yet, that is still needed for a loan of which this much principal has come back, but from pledges of its kind. */
export function heldOf(amount: Kobo, principal: Kobo, paid: Kobo): Kobo {
  if (paid >= principal) return zeroKobo
  return ((amount * (principal - paid) + principal - 1n) / principal) as Kobo
}
