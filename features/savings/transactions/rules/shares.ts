import { type Kobo, kobo, moneyText } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'

/** The society's rules on shares, and what its members hold. */
export type ShareRules = {
  parValue: Kobo
  /** The fewest shares that somebody who holds any may hold. */
  sharesMin: number
  /** The part of all share capital that one member may hold, in hundredths of a percent. */
  ceilingBasisPoints: number
}

export function sharesIn(amount: Kobo, parValue: Kobo): number {
  return Number(amount / parValue)
}

export function worthOf(shares: number, parValue: Kobo): Kobo {
  return kobo(BigInt(shares) * parValue)
}

/** What these shares are worth, or why they are none: shares are whole, and a number and an amount that are both named agree. */
export function sharesWorth(
  { shares, amount }: { shares?: number | undefined; amount?: Kobo | undefined },
  parValue: Kobo,
): Kobo | Refusal {
  if (shares === undefined)
    return amount === undefined ? new Refusal('shares_missing', { field: 'shares' }) : whole(amount, parValue)
  const worth = worthOf(shares, parValue)
  return amount === undefined || amount === worth
    ? worth
    : new Refusal('shares_amount_differs', { field: 'amount', shares, worth: moneyText(worth) })
}

function whole(amount: Kobo, parValue: Kobo): Kobo | Refusal {
  const below = worthOf(sharesIn(amount, parValue), parValue)
  if (below === amount) return amount
  return new Refusal('shares_not_whole', {
    field: 'amount',
    parValue: moneyText(parValue),
    ...(below > 0n && { below: moneyText(below) }),
    above: moneyText(kobo(below + parValue)),
  })
}

/**
 * The most shares that one member may hold beside what the others hold: h with h / (h + others) within the ceiling, so
 * that the capital they add counts too. The least holding is always open, or no one could be the first.
 */
export function mostShares(
  { parValue, sharesMin, ceilingBasisPoints }: ShareRules,
  othersHold: Kobo,
): number | undefined {
  if (ceilingBasisPoints >= 10_000) return undefined
  const amount = (BigInt(ceilingBasisPoints) * othersHold) / BigInt(10_000 - ceilingBasisPoints)
  return Math.max(sharesMin, sharesIn(kobo(amount), parValue))
}

type Holder = { name: string; held: Kobo }

/** Why a member can't come to hold that many shares more, or undefined when they can. */
export function whyNotBuyShares(
  rules: ShareRules,
  { name, held }: Holder,
  shares: number,
  othersHold: Kobo,
): Refusal | undefined {
  const { parValue, sharesMin, ceilingBasisPoints } = rules
  const now = sharesIn(held, parValue)
  const after = now + shares
  if (after < sharesMin)
    return new Refusal('shares_below_minimum', { field: 'shares', min: sharesMin, more: sharesMin - now })
  const most = mostShares(rules, othersHold)
  if (most === undefined || held + worthOf(shares, parValue) <= worthOf(most, parValue)) return undefined
  return new Refusal('shares_above_ceiling', {
    field: 'shares',
    name,
    held: now,
    most,
    more: Math.max(0, most - now),
    percent: ceilingBasisPoints / 100,
    capital: moneyText(kobo(held + othersHold)),
  })
}

/** Why a member can't give up that many shares: they keep none, or at least the least holding. */
export function whyNotGiveUpShares(
  { parValue, sharesMin }: ShareRules,
  { name, held }: Holder,
  shares: number,
): Refusal | undefined {
  const now = sharesIn(held, parValue)
  if (shares > now) return new Refusal('shares_not_held', { field: 'shares', name, held: now })
  const left = now - shares
  return left === 0 || left >= sharesMin
    ? undefined
    : new Refusal('shares_left_below_minimum', {
        field: 'shares',
        min: sharesMin,
        held: now,
        some: Math.max(0, now - sharesMin),
      })
}
