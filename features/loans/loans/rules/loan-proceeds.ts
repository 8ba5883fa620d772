import { greater, lesser } from '#core/bounds.ts'
import { type Kobo, kobo, zeroKobo } from '#core/money.ts'

/**
 * What an entry did to all of a member's savings together; below zero where money went out. `other` is where it went to or
 * came from, where that is the member's own too, or another member's savings, from where it may come back.
 */
export type SavingsLine = { amount: Kobo; isProceeds: boolean; other: 'deposit' | 'shares' | 'member' | null }

/** By where it is. */
export type Proceeds = { savings: Kobo; shares: Kobo }

/**
 * What of loans that were paid into a member's savings is still there or in their shares: it was lent, not saved, so it allows
 * no further loan. Money that goes out takes it first, and brings it back from a fixed deposit and from
 * another member. Never more than what is owed of
 * these loans, because what was repaid was saved.
 */
export function proceedsLeft(lines: readonly SavingsLine[], owed: Kobo): Proceeds {
  const left = { savings: zeroKobo, deposit: zeroKobo, shares: zeroKobo, member: zeroKobo }
  const move = (from: keyof typeof left, to: keyof typeof left, amount: bigint) => {
    const moved = lesser(left[from], kobo(amount))
    left[from] = kobo(left[from] - moved)
    left[to] = kobo(left[to] + moved)
  }
  for (const { amount, isProceeds, other } of lines)
    if (isProceeds) left.savings = greater(zeroKobo, kobo(left.savings + amount))
    else if (other && amount < 0n) move('savings', other, -amount)
    else if (other) move(other, 'savings', amount)
    else if (amount < 0n) left.savings = greater(zeroKobo, kobo(left.savings + amount))
  const savings = lesser(left.savings, owed)
  return { savings, shares: lesser(left.shares, kobo(owed - savings)) }
}
