import { addMonths, type Day, type Period, periodName, periodOf } from '#domain/calendar.ts'
import type { MemberStatus } from '#domain/members/member.ts'
import { type Kobo, moneyText, zeroKobo } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'

/** The most that a member may undertake to pay each month: a billion naira, so that years of all members still sum. */
export const monthlyContributionMax = 100_000_000_000n as Kobo

/** What a contribution meets in the cooperative's records. */
export type ContributionFacts = {
  member: { name: string; status: MemberStatus; joinedOn: Day }
  booksBeginOn: Day
  closedThrough: Day | undefined
}

/** Why this contribution can't be posted, or undefined when it can. */
export function whyNotContribute({ member, booksBeginOn, closedThrough }: ContributionFacts, occurredOn: Day, today: Day): Refusal | undefined {
  if (member.status !== 'active') return new Refusal('member_not_active', { field: 'memberId', name: member.name })
  return whyNotDate({ booksBeginOn, closedThrough }, occurredOn, today) ?? whyNotBeforeJoining(member, occurredOn)
}

/** Why nothing may be dated on this day, or undefined when it may. */
export function whyNotDate(books: { booksBeginOn: Day; closedThrough: Day | undefined }, on: Day, today: Day): Refusal | undefined {
  if (on > today) return new Refusal('dated_in_future', { field: 'occurredOn' })
  if (on < books.booksBeginOn) return new Refusal('dated_before_books', { field: 'occurredOn', begin: books.booksBeginOn })
  if (books.closedThrough && on <= books.closedThrough) {
    return new Refusal('period_closed', { field: 'occurredOn', through: books.closedThrough })
  }
  return undefined
}

/** Why a member's money may not be dated on this day, or undefined when he had joined by then. */
export function whyNotBeforeJoining(member: { name: string; joinedOn: Day }, on: Day): Refusal | undefined {
  if (on >= member.joinedOn) return undefined
  return new Refusal('dated_before_joining', { field: 'occurredOn', name: member.name, joined: member.joinedOn })
}

/** The first month whose contributions are due in these books, after opening balances of this day: what was owed before is a figure of its own. */
export function contributionsDueAfter(openingBalancesOn: Day): Period {
  return addMonths(periodOf(openingBalancesOn), 1)
}

/** How a month of a member's contributions is named; what was owed before the first month is one sum of the month before it. */
export function contributionMonth({ period, broughtForward }: { period: Period; broughtForward: boolean }): string {
  return broughtForward ? `Brought forward to ${periodName(addMonths(period, 1))}` : periodName(period)
}

export type Standing = 'paid' | 'part' | 'missing' | 'none'

/** What is still owed for a month; paying more than expected leaves nothing owed. */
export function outstanding(expected: Kobo, paid: Kobo): Kobo {
  return paid >= expected ? zeroKobo : ((expected - paid) as Kobo)
}

export function standing(expected: Kobo, paid: Kobo): Standing {
  if (paid >= expected) return expected === 0n && paid === 0n ? 'none' : 'paid'
  return paid > 0n ? 'part' : 'missing'
}

export function contributionDescription(period: Period): string {
  return `Contribution for ${period}`
}

/** What a member is told once his contribution stands in the books. */
export function contributionNotice(amount: Kobo, period: Period): string {
  return `Your contribution of ${moneyText(amount)} for ${periodName(period)} was recorded.`
}
