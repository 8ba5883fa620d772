import { moneyText, subtract, sumKobo, type Kobo } from '#core/money.ts'
import { type Refusal, refusal } from '#core/refusal.ts'
import { shareTotal } from '#core/share-total.ts'

export const surplusHeadTwice = refusal(
  'surplus_head_twice',
  422,
  'This account is on the list already. Name each account once.',
)
export const surplusHeadsAboveWhole = refusal(
  'surplus_heads_above_whole',
  422,
  'These come to {percent} % of the surplus. Lower them to 100 % or less.',
)
export const appropriationAboveSurplus = refusal(
  'appropriation_above_surplus',
  422,
  'Undistributed surplus has {available}. Lower the amounts by {over}.',
)
export const appropriationBelowRule = refusal(
  'appropriation_below_rule',
  422,
  'By your bye-laws {name} gets at least {percent} % of the surplus. Give it {least} or more.',
)

/** What the bye-laws give one fund or payable of a year's surplus. */
export type Head = {
  name: string
  /** Of the surplus: 2500 is a quarter. */
  basisPoints: number
  /** Whether the meeting may give more and not less, as with a reserve that the law asks for. */
  isLeast: boolean
}

const whole = 10_000

/**
 * The surplus shared out by the bye-laws, to the kobo: what each head gets, and what is carried forward. The heads come to
 * 100 % or less.
 */
export function appropriated(
  surplus: Kobo,
  heads: readonly Pick<Head, 'basisPoints'>[],
): { amounts: Kobo[]; carriedForward: Kobo } {
  const given = heads.reduce((sum, { basisPoints }) => sum + basisPoints, 0)
  const amounts = shareTotal(surplus, [...heads.map(({ basisPoints }) => BigInt(basisPoints)), BigInt(whole - given)])
  const carriedForward = amounts.pop() as Kobo
  return { amounts, carriedForward }
}

/** Why these can't be the bye-laws on the surplus, or undefined when they can. */
export function whyNotHeads(heads: readonly { accountId: string; basisPoints: number }[]): Refusal | undefined {
  const twice = heads.findIndex(
    ({ accountId }, index) => heads.findIndex((each) => each.accountId === accountId) < index,
  )
  if (twice !== -1) return surplusHeadTwice({ field: `heads.${twice}.accountId` })
  const given = heads.reduce((sum, { basisPoints }) => sum + basisPoints, 0)
  return given > whole ? surplusHeadsAboveWhole({ field: 'heads', percent: given / 100 }) : undefined
}

/**
 * Why a meeting's decision can't be posted, or undefined when it can. `available` is what is on the surplus account, which is less
 * than the year's surplus where earlier years left a deficit. `given` has what the meeting gave each head of the bye-laws.
 */
export function whyNotAppropriate({
  surplus,
  available,
  heads,
  given,
  total,
}: {
  surplus: Kobo
  available: Kobo
  heads: readonly Head[]
  given: readonly Kobo[]
  total: Kobo
}): Refusal | undefined {
  if (total > available)
    return appropriationAboveSurplus({
      field: 'lines',
      available: moneyText(available),
      over: moneyText(subtract(total, available)),
    })
  const { amounts } = appropriated(surplus, heads)
  const short = heads.findIndex(({ isLeast }, index) => isLeast && (given[index] ?? 0n) < (amounts[index] ?? 0n))
  const head = heads[short]
  return head
    ? appropriationBelowRule({
        field: 'lines',
        name: head.name,
        percent: head.basisPoints / 100,
        least: moneyText(amounts[short] as Kobo),
      })
    : undefined
}

/** What the lines come to. */
export function totalGiven(lines: readonly { amount: Kobo }[]): Kobo {
  return sumKobo(lines.map(({ amount }) => amount))
}
