import { kobo, type Kobo } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import { shareTotal } from '#core/share-total.ts'

/** All of what a member leaves, in hundredths of a percent. */
export const wholeShare = 10_000

/** The most nominees that one member may name. */
export const nomineesMax = 20

/** Who a nominee is; texts that no one gave are null. */
export type NomineePerson = Record<
  'firstName' | 'lastName' | 'relationship' | 'phone' | 'email' | 'address',
  string | null
>

/** What is still to be given; below zero, what is given too much. */
export function shareLeft(shares: readonly number[]): number {
  return wholeShare - shares.reduce((sum, share) => sum + share, 0)
}

/** The whole among so many, equally; what does not divide goes to the first. */
export function evenShares(count: number): number[] {
  const each = Math.floor(wholeShare / count)
  const left = wholeShare - each * count
  return Array.from({ length: count }, (_, index) => each + (index < left ? 1 : 0))
}

/** 33.34 for 3334. */
export function percentOf(share: number): string {
  return String(share / 100)
}

/** Why these shares can't be kept, or undefined when they can: all of it is given, or no one is named. */
export function whyNotShares(shares: readonly number[]): Refusal | undefined {
  const left = shareLeft(shares)
  if (shares.length === 0 || left === 0) return undefined
  return new Refusal('nominees_not_whole', {
    field: 'nominees',
    given: percentOf(wholeShare - left),
    left: percentOf(Math.abs(left)),
    way: left > 0 ? 'missing' : 'over',
  })
}

/** What each nominee is paid of a sum, to the kobo: what the shares leave over goes where the largest fraction was cut off. */
export function nomineeParts(net: Kobo, shares: readonly number[]): Kobo[] {
  if (net === 0n) return shares.map(() => kobo(0))
  return shareTotal(net, shares.map(BigInt))
}
