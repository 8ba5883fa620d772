import { type Day, dayText } from '#core/calendar.ts'
import { Refusal } from '#core/refusal.ts'

/**
 * Why a person who was born and who joined on these days can't be in the register, or undefined where they can. `field` is the
 * one that is being given: one of the days, or the record into which one that joined earlier is merged.
 */
export function whyNotJoin(
  { bornOn, joinedOn }: { bornOn: Day | null; joinedOn: Day },
  field: 'registrationDate' | 'dateOfBirth' | 'into',
  today: Day,
): Refusal | undefined {
  if (joinedOn > today) return new Refusal('dated_in_future', { field: 'registrationDate' })
  if (bornOn !== null && bornOn > today) return new Refusal('dated_in_future', { field: 'dateOfBirth' })
  if (bornOn === null || joinedOn >= bornOn) return undefined
  return new Refusal('joined_before_birth', { field, born: dayText(bornOn), joined: dayText(joinedOn) })
}
