import type { Day } from '#domain/calendar.ts'
import { whyNotBeforeJoining, whyNotDate } from '#domain/contributions/contribution.ts'
import { type Kobo, moneyText } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'

/** A movement that officers and members record by hand; contributions have their own rules. */
export const movementTypes = ['deposit', 'withdrawal'] as const
export type MovementType = (typeof movementTypes)[number]

/** What a deposit or a withdrawal meets in the cooperative's records. */
export type MovementFacts = {
  member: { name: string; status: 'active' | 'inactive'; joinedOn: Day }
  accountType: { name: string; isRetired: boolean }
  /** What may be taken out now: the balance above the floor. */
  free: Kobo
  booksBeginOn: Day
  closedThrough: Day | undefined
}

/**
 * Why this movement can't be made, or undefined when it can. A member who has left, and an account type that is no
 * longer offered, take no more money but still pay out what they hold.
 */
export function whyNotMove(facts: MovementFacts, { type, amount, occurredOn }: { type: MovementType; amount: Kobo; occurredOn: Day }, today: Day): Refusal | undefined {
  const { member, accountType, free } = facts
  if (type === 'deposit' && member.status !== 'active') return new Refusal('member_not_active', { field: 'memberId', name: member.name })
  if (type === 'deposit' && accountType.isRetired) return new Refusal('account_type_retired', { field: 'accountTypeId', name: accountType.name })
  const dated = whyNotDate(facts, occurredOn, today) ?? whyNotBeforeJoining(member, occurredOn)
  if (dated) return dated
  if (type === 'withdrawal' && amount > free) return new Refusal('below_floor', { field: 'amount', free: moneyText(free) })
  return undefined
}

export function movementDescription(type: MovementType): string {
  return type === 'deposit' ? 'Deposit' : 'Withdrawal'
}
