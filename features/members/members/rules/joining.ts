import { type Day, dayText } from '#core/calendar.ts'
import { Refusal, refusal } from '#core/refusal.ts'

const joinedBeforeBirth = refusal(
  'joined_before_birth',
  422,
  'The date of joining, {joined}, is before the date of birth, {born}. Correct the one that is wrong.',
)

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
  return joinedBeforeBirth({ field, born: dayText(bornOn), joined: dayText(joinedOn) })
}
