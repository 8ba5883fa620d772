import { findGuarantor } from '#features/loans/guarantees/loan-guarantors.ts'
import type { MemberId } from '#core/ids.ts'
import { call } from '#ui/api/call.ts'
import type { FoundMember } from '#ui/parts/choices.ts'

export type Person = { memberId: MemberId; name: string; membershipno: string }

export function personOf({ memberid, firstName, lastName, membershipno }: FoundMember): Person {
  return { memberId: memberid, name: `${firstName} ${lastName}`, membershipno }
}

/** The fellow member whose number or phone this is, for a member who may not search the register. */
export function lookUpGuarantor(named: string): Promise<Person | null> {
  return call(findGuarantor, { named })
}
