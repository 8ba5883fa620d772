import { addMonths, type Day, type Period, periodName } from '#core/calendar.ts'
import { type ActiveFacts, whyNotActive } from '#features/members/members/rules/why-not-active.ts'
import { type Kobo, moneyText } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import { whyNotDate } from '#features/accounting/books/rules/open-days.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** What a contribution meets in the cooperative's records. */
export type ContributionFacts = {
  member: ActiveFacts & { joinedOn: Day }
  booksBeginOn: Day
  closedThrough: Day | undefined
}

/** Why this contribution can't be posted, or undefined when it can. */
export function whyNotContribute(
  { member, booksBeginOn, closedThrough }: ContributionFacts,
  occurredOn: Day,
  today: Day,
): Refusal | undefined {
  return (
    whyNotActive(member) ??
    whyNotDate({ booksBeginOn, closedThrough }, occurredOn, today) ??
    whyNotBeforeJoining(member, occurredOn)
  )
}

/** Why a member's money may not be dated on this day, or undefined when they had joined by then. */
export function whyNotBeforeJoining(member: { name: string; joinedOn: Day }, on: Day): Refusal | undefined {
  if (on >= member.joinedOn) return undefined
  return new Refusal('dated_before_joining', { field: 'occurredOn', name: member.name, joined: member.joinedOn })
}

/** How a month of a member's contributions is named; what was owed before the first month is one sum of the month before it. */
export function contributionMonth({ period, broughtForward }: { period: Period; broughtForward: boolean }): string {
  return broughtForward
    ? fill(strings.broughtForwardTo, { period: periodName(addMonths(period, 1)) })
    : periodName(period)
}

export type Standing = 'paid' | 'part' | 'missing' | 'none'

export function standing(expected: Kobo, paid: Kobo): Standing {
  if (paid >= expected) return expected === 0n && paid === 0n ? 'none' : 'paid'
  return paid > 0n ? 'part' : 'missing'
}

export function contributionDescription(period: Period): string {
  return fill(strings.contributionFor, { period })
}

/** What a member is told once their contribution is in the books. */
export function contributionNotice(amount: Kobo, period: Period): string {
  return fill(strings.yourContributionOfForWas, { amount: moneyText(amount), period: periodName(period) })
}
