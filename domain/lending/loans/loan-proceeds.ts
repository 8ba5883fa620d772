import { greater, lesser } from '#domain/bounds.ts'
import { type Kobo, kobo, zeroKobo } from '#domain/money.ts'

/** What an entry did to all of a member's savings together; below zero where money went out. */
export type SavingsLine = { amount: Kobo; isProceeds: boolean }

/**
 * What of loans that were paid into a member's savings is still there: it was lent, not saved, so it allows no further loan.
 * Money that goes out takes it first. Never more than what is owed of these loans, because what was repaid was saved.
 */
export function proceedsLeft(lines: readonly SavingsLine[], owed: Kobo): Kobo {
  const left = lines.reduce(
    (sum, { amount, isProceeds }) => (isProceeds || amount < 0n ? greater(zeroKobo, kobo(sum + amount)) : sum),
    zeroKobo,
  )
  return lesser(left, owed)
}
