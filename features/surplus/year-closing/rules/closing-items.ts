import type { Kobo } from '#core/money.ts'
import { type Refusal, refusal } from '#core/refusal.ts'

export const closingBlocked = refusal('closing_blocked', 409, "The year can't be closed yet. {item}: {found}.")
const closingUnaccepted = refusal(
  'closing_unaccepted',
  409,
  '{item}: {found}. Complete it, or give the reason for closing the year without it.',
)

/** What is to be looked at before a year is closed, in the order in which a treasurer does it. */
export const closingKinds = [
  'earlier_year',
  'bank',
  'below_zero',
  'unallocated',
  'clearing',
  'savings_interest',
  'deposits',
  'accruals',
  'depreciation',
  'provision',
  'approvals',
  'proof',
] as const
export type ClosingKind = (typeof closingKinds)[number]

/** `open` may remain so where an officer gives the reason; `blocks` may not; `not_needed`: the society has nothing of the kind. */
export const closingStates = ['done', 'open', 'blocks', 'not_needed'] as const
export type ClosingState = (typeof closingStates)[number]

export type ClosingItem = {
  /** Its kind, and of a bank account the code besides. */
  key: string
  kind: ClosingKind
  name: string
  state: ClosingState
  /** What was found, in words. */
  found: string
  amount: Kobo | null
}

export type Accepted = { item: string; reason: string }

/** Why a year can't be closed: something that blocks, or something open for which no reason is given. */
export function whyNotClose(items: readonly ClosingItem[], accepted: readonly Accepted[]): Refusal | undefined {
  const blocked = items.find(({ state }) => state === 'blocks')
  if (blocked) return closingBlocked({ item: blocked.name, found: blocked.found })
  const given = new Set(accepted.map(({ item }) => item))
  const left = items.find(({ state, key }) => state === 'open' && !given.has(key))
  return left && closingUnaccepted({ field: 'accepted', item: left.name, found: left.found })
}

/** What is open with the reason that was given, to be stored with the closing. Reasons for what is done by now fall away. */
export function acceptedItems(
  items: readonly ClosingItem[],
  accepted: readonly Accepted[],
): (ClosingItem & { reason: string })[] {
  const reasons = new Map(accepted.map(({ item, reason }) => [item, reason]))
  return items.flatMap((item) => {
    const reason = reasons.get(item.key)
    return item.state === 'open' && reason !== undefined ? [{ ...item, reason }] : []
  })
}
