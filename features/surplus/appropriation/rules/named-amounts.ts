import type { MemberId } from '#domain/ids.ts'
import { type Kobo, moneyText, subtract, zeroKobo } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'

/** What one member is given of a line by name, and the post that it is for. */
export type NamedAmount = { memberId: MemberId; post: string; amount: Kobo }

/** The most members that a line is given to by name. */
export const namedAmountsMax = 200
export const postMax = 80

/**
 * Why a line can't be given to these, or undefined when it can: each member once, and all of the line, because it is paid out
 * once and what was left could be paid to no one any more.
 */
export function whyNotGiven(line: Kobo, named: readonly NamedAmount[]): Refusal | undefined {
  if (named.length === 0) return new Refusal('named_amounts_missing', { field: 'named' })
  const seen = new Set<MemberId>()
  let left = line
  for (const [index, { memberId, amount }] of named.entries()) {
    if (seen.has(memberId)) return new Refusal('named_amount_twice', { field: `named.${index}.memberId` })
    seen.add(memberId)
    if (amount > left)
      return new Refusal('named_amounts_above_line', {
        field: `named.${index}.amount`,
        left: moneyText(left),
        over: moneyText(subtract(amount, left)),
      })
    left = subtract(left, amount)
  }
  return left > zeroKobo
    ? new Refusal('named_amounts_below_line', { field: 'named', left: moneyText(left) })
    : undefined
}
