import type { MemberId } from '#core/ids.ts'
import { type Kobo, moneyText, subtract, zeroKobo } from '#core/money.ts'
import { type Refusal, refusal } from '#core/refusal.ts'

export const namedAmountsMissing = refusal(
  'named_amounts_missing',
  422,
  'Enter at least one member with a post and an amount.',
)
export const namedAmountTwice = refusal(
  'named_amount_twice',
  422,
  'This member is entered twice. Enter one amount, with both posts.',
)
export const namedAmountsAboveLine = refusal(
  'named_amounts_above_line',
  422,
  'This is {over} more than is left of the line. At most {left} can be entered here.',
)
export const namedAmountsBelowLine = refusal(
  'named_amounts_below_line',
  422,
  '{left} of the line is given to no one. A line is paid out once, so enter amounts for all of it.',
)

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
  if (named.length === 0) return namedAmountsMissing({ field: 'named' })
  const seen = new Set<MemberId>()
  let left = line
  for (const [index, { memberId, amount }] of named.entries()) {
    if (seen.has(memberId)) return namedAmountTwice({ field: `named.${index}.memberId` })
    seen.add(memberId)
    if (amount > left)
      return namedAmountsAboveLine({
        field: `named.${index}.amount`,
        left: moneyText(left),
        over: moneyText(subtract(amount, left)),
      })
    left = subtract(left, amount)
  }
  return left > zeroKobo ? namedAmountsBelowLine({ field: 'named', left: moneyText(left) }) : undefined
}
