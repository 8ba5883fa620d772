import { type Day, dayText } from '#core/calendar.ts'
import { type Kobo, moneyText } from '#core/money.ts'
import { Refusal, refusal } from '#core/refusal.ts'
import type { MemberStatus } from './member.ts'

export const ofDeceased = refusal('readmission_of_deceased', 409, '{name} has died and can’t be readmitted.')
export const ofMember = refusal('readmission_of_member', 409, '{name} is a member and can’t be readmitted.')
export const ofErased = refusal(
  'readmission_of_erased',
  409,
  'The personal data of this member was erased. Register them as a new member.',
)
export const owedBefore = refusal(
  'readmission_owed',
  409,
  '{owed} of the settlement of {name} is not paid yet. Pay it out on their exit page first.',
)
export const settlementReversalWaits = refusal(
  'readmission_reversal_waits',
  409,
  'A reversal of the settlement of {name} waits for approval. Approve or reject it first.',
)
export const beforeLeaving = refusal(
  'readmission_before_leaving',
  422,
  '{name} left on {left}. Choose that date or a later one.',
)

/** What a member who may come back left behind. */
export type FormerMember = {
  name: string
  status: MemberStatus
  leftOn: Day | null
  /** Their data was erased at their request. */
  isErased: boolean
  /** The number of the record into which this one was merged. */
  mergedInto: string | null
  /** What of their settlement is still to be paid. */
  owed: Kobo
  /** A reversal of their settlement waits for approval. */
  reversalWaits: boolean
}

/** Why a member can't be readmitted from this day, or undefined when they can. */
export function whyNotReadmit(
  { name, status, leftOn, isErased, mergedInto, owed, reversalWaits }: FormerMember,
  joinedOn: Day,
  today: Day,
): Refusal | undefined {
  if (status === 'deceased') return ofDeceased({ name })
  if (status !== 'left' || leftOn === null) return ofMember({ name })
  if (mergedInto !== null) return new Refusal('member_merged', { name, number: mergedInto })
  if (isErased) return ofErased()
  if (owed > 0n) return owedBefore({ name, owed: moneyText(owed) })
  if (reversalWaits) return settlementReversalWaits({ name })
  if (joinedOn > today) return new Refusal('dated_in_future', { field: 'joinedOn' })
  return joinedOn < leftOn ? beforeLeaving({ field: 'joinedOn', name, left: dayText(leftOn) }) : undefined
}
