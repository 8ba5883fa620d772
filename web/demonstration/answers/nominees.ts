import type { Replied } from '#contract/endpoint.ts'
import * as contract from '#contract/members/nominees.ts'
import { type Answer, inside } from '#web/demonstration/answering.ts'
import type { User } from '#web/demonstration/records.ts'
import { kinFrom } from './members.ts'
import { findMember } from './society.ts'

export const nomineeAnswers: readonly Answer[] = [
  inside(contract.listNominees, (place, { id }) => nomineesOf(findMember(place, id))),
  inside(contract.listOwnNominees, (place) => nomineesOf(findMember(place, place.actor.memberId))),
]

/** A record knows one or two of them; the next of kin has all of it where he is the nominee. */
function nomineesOf({ useNokAsNominee, nextOfKin, nominee, secondaryNominee }: User): Replied<typeof contract.listNominees> {
  const named = useNokAsNominee ? [nextOfKin && { ...nextOfKin, sharePercentage: 100 }] : [nominee, secondaryNominee]
  return named.flatMap((each) => (each ? [{ ...kinFrom(each), sharePercent: each.sharePercentage }] : []))
}
