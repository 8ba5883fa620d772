import { type Kobo, kobo, moneyText } from '#core/money.ts'
import { type Refusal, refusal } from '#core/refusal.ts'

const sharesMissing = refusal('shares_missing', 422, 'Enter how many shares.')
const sharesNotWhole = refusal('shares_not_whole', 422, 'Shares are whole, at {parValue} each. Enter {whole}.')
const sharesAmountDiffers = refusal(
  'shares_amount_differs',
  422,
  '{shares} shares are {worth}. Enter that amount, or leave it out.',
)
export const sharesBelowMinimum = refusal(
  'shares_below_minimum',
  409,
  'A shareholder holds at least {min}. Buy {more} or more.',
)
export const sharesAboveCeiling = refusal(
  'shares_above_ceiling',
  409,
  'One member may hold {percent} % of the share capital, which is {capital} now. {name} holds {held} shares and may hold {most} at most: {rest}.',
)
export const sharesNotHeld = refusal('shares_not_held', 409, '{name} holds {held} whole shares. Enter that or fewer.')
export const sharesLeftBelowMinimum = refusal(
  'shares_left_below_minimum',
  409,
  'A shareholder holds at least {min}. Give up {allowed}.',
)

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
  if (shares === undefined) return amount === undefined ? sharesMissing({ field: 'shares' }) : whole(amount, parValue)
  const worth = worthOf(shares, parValue)
  return amount === undefined || amount === worth
    ? worth
    : sharesAmountDiffers({ field: 'amount', shares, worth: moneyText(worth) })
}

function whole(amount: Kobo, parValue: Kobo): Kobo | Refusal {
  const below = worthOf(sharesIn(amount, parValue), parValue)
  if (below === amount) return amount
  const above = moneyText(kobo(below + parValue))
  return sharesNotWhole({
    field: 'amount',
    parValue: moneyText(parValue),
    whole: below > 0n ? `${moneyText(below)} or ${above}` : above,
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
  if (after < sharesMin) return sharesBelowMinimum({ field: 'shares', min: sharesMin, more: sharesMin - now })
  const most = mostShares(rules, othersHold)
  if (most === undefined || held + worthOf(shares, parValue) <= worthOf(most, parValue)) return undefined
  return sharesAboveCeiling({
    field: 'shares',
    name,
    held: now,
    most,
    rest: most > now ? `buy ${most - now} or fewer` : 'none more at present',
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
  if (shares > now) return sharesNotHeld({ field: 'shares', name, held: now })
  const left = now - shares
  return left === 0 || left >= sharesMin
    ? undefined
    : sharesLeftBelowMinimum({
        field: 'shares',
        min: sharesMin,
        allowed: now > sharesMin ? `all ${now}, or ${now - sharesMin} at most` : `all ${now}`,
      })
}
