import { type Day, dayText } from '#core/calendar.ts'
import { type Kobo, moneyText } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import type { MemberStatus } from './member.ts'

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
  if (status === 'deceased') return new Refusal('readmission_of_deceased', { name })
  if (status !== 'left' || leftOn === null) return new Refusal('readmission_of_member', { name })
  if (mergedInto !== null) return new Refusal('member_merged', { name, number: mergedInto })
  if (isErased) return new Refusal('readmission_of_erased')
  if (owed > 0n) return new Refusal('readmission_owed', { name, owed: moneyText(owed) })
  if (reversalWaits) return new Refusal('readmission_reversal_waits', { name })
  if (joinedOn > today) return new Refusal('dated_in_future', { field: 'joinedOn' })
  return joinedOn < leftOn
    ? new Refusal('readmission_before_leaving', { field: 'joinedOn', name, left: dayText(leftOn) })
    : undefined
}
