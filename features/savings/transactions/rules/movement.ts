import { type Day, dayText } from '#core/calendar.ts'
import type { AccountTypeKind } from '#features/accounting/books/rules/account-kinds.ts'
import { whyNotBeforeJoining } from '#features/savings/contributions/rules/contribution.ts'
import { isFormer } from '#features/members/members/rules/member.ts'
import { type ActiveFacts, whyNotActive } from '#features/members/members/rules/why-not-active.ts'
import { type Kobo, moneyText } from '#core/money.ts'
import { Refusal, refusal } from '#core/refusal.ts'
import { whyNotDate } from '#features/accounting/books/rules/open-days.ts'
import type { MovementType } from './movement-types.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

export const notReleasedYet = refusal(
  'not_released_yet',
  409,
  '{name} can be withdrawn from {release}. Until then it stays where it is.',
)
const sharesWanted = refusal('shares_wanted', 422, '{name} is not a share account. Choose one that holds shares.')
const sharesMoveWhole = refusal('shares_move_whole', 422, '{name} move whole: buy, transfer or redeem shares instead.')
const depositMovesWhole = refusal(
  'deposit_moves_whole',
  422,
  '{name} is a fixed deposit. Open, pay out or break it on the page Fixed deposits.',
)

/** What one side of a movement meets in the cooperative's records. */
export type MovementFacts = {
  member: ActiveFacts & { joinedOn: Day; isLeaving?: boolean }
  accountType: {
    name: string
    kind: AccountTypeKind
    isRetired: boolean
    releaseOn: Day | undefined
    earlyRelease: boolean
  }
  /** What may be taken out now: the balance above the floor. */
  free: Kobo
  booksBeginOn: Day
  closedThrough: Day | undefined
}

export type Moved = {
  type: MovementType
  direction: 'in' | 'out'
  amount: Kobo
  occurredOn: Day
  /** It goes from one member's savings to another's. */
  toAnother?: boolean
  /** An officer records or approves it; a member who asks for themselves may not ask for what is not released. */
  byOfficer: boolean
}

/** The kind of account that a movement takes money from and brings it to; undefined where it is the society's own. */
const kinds: Record<MovementType, { out?: AccountTypeKind; in?: AccountTypeKind }> = {
  deposit: { in: 'savings' },
  withdrawal: { out: 'savings' },
  transfer: { out: 'savings', in: 'savings' },
  share_purchase: { out: 'savings', in: 'shares' },
  share_transfer: { out: 'shares', in: 'shares' },
  share_redemption: { out: 'shares', in: 'savings' },
  charge: { out: 'savings' },
}

/** The movements that count in whole shares. */
export function isInShares(type: MovementType): boolean {
  return kinds[type].in === 'shares' || kinds[type].out === 'shares'
}

/**
 * Why this side of a movement can't be made, or undefined when it can. A member who has left, and an account type that
 * is no longer offered, take no more money but still pay out what they hold.
 */
export function whyNotMove(
  facts: MovementFacts,
  { type, direction, amount, occurredOn, toAnother, byOfficer }: Moved,
  today: Day,
): Refusal | undefined {
  const { member, accountType, free } = facts
  const wrong = whyNotKind(type, direction, accountType)
  if (wrong) return wrong
  const inactive = whyNotActive(member)
  if (direction === 'in' && inactive) return inactive
  if (direction === 'in' && accountType.isRetired)
    return new Refusal('account_type_retired', { field: 'accountTypeId', name: accountType.name })
  // What they hold is paid with the settlement; until then none of it goes out of their hands.
  if (direction === 'out' && member.isLeaving && (toAnother || takesAway.includes(type)))
    return new Refusal('member_leaving', { field: 'memberId', name: member.name })
  // What a former member still holds is owed to them or their heirs: nothing goes to another, nor to the society.
  if (direction === 'out' && (toAnother || type === 'charge') && isFormer(member.status)) return inactive
  const dated = whyNotDate(facts, occurredOn, today) ?? whyNotBeforeJoining(member, occurredOn)
  if (dated) return dated
  if (direction === 'in') return undefined
  return (
    whyNotReleased(accountType, occurredOn, byOfficer) ??
    (amount > free
      ? new Refusal('below_floor', { field: isInShares(type) ? 'shares' : 'amount', free: moneyText(free) })
      : undefined)
  )
}

/** Shares and fixed deposits move whole and by their own acts, savings by theirs. */
function whyNotKind(
  type: MovementType,
  direction: 'in' | 'out',
  { name, kind }: MovementFacts['accountType'],
): Refusal | undefined {
  const wanted = kinds[type][direction]
  if (kind === wanted) return undefined
  if (kind === 'fixed_deposit') return depositMovesWhole({ field: 'accountTypeId', name })
  return (wanted === 'shares' ? sharesWanted : sharesMoveWhole)({ field: 'accountTypeId', name })
}

const takesAway: readonly MovementType[] = ['withdrawal', 'share_transfer', 'share_redemption']

/** Target and Christmas savings keep to their day, unless the society lets an officer release them early. */
function whyNotReleased(
  { name, releaseOn, earlyRelease }: MovementFacts['accountType'],
  on: Day,
  byOfficer: boolean,
): Refusal | undefined {
  if (releaseOn === undefined || on >= releaseOn || (earlyRelease && byOfficer)) return undefined
  return notReleasedYet({ field: 'accountTypeId', name, release: dayText(releaseOn) })
}

const descriptions: Record<MovementType, string> = {
  deposit: strings.deposit,
  withdrawal: strings.withdrawal,
  transfer: strings.transfer,
  share_purchase: strings.sharePurchase,
  share_transfer: strings.shareTransfer,
  share_redemption: strings.shareRedemption,
  charge: strings.charge,
}

/** What a member is told once something was posted for them; without an account they paid in cash or by bank. */
export function movementNotice(
  type: MovementType,
  direction: 'in' | 'out',
  amount: Kobo,
  account: string | undefined,
): string {
  const moved = { movement: descriptions[type], amount: moneyText(amount) }
  if (account === undefined) return fill(strings.movedInCashOrByBank, moved)
  return fill(direction === 'in' ? strings.movedInto : strings.movedFrom, { ...moved, account })
}

export function movementDescription(type: MovementType): string {
  return descriptions[type]
}

/** How interest on savings is called among a member's transactions. */
export function interestDescription(name: string, from: Day, to: Day): string {
  return fill(strings.interestOn, { name, from: dayText(from), to: dayText(to) })
}
