import type { Parsed, Replied } from '#contract/endpoint.ts'
import * as contract from '#contract/members/register.ts'
import { likenessOf } from '#domain/members/members/likeness.ts'
import { phoneFrom } from '#domain/phone.ts'
import { type Answer, inside, type Place } from '#web/demonstration/answering.ts'
import { memberIdOf } from '#web/demonstration/records.ts'
import { selectedIn } from './members.ts'
import { membersOf, statusOf } from './society.ts'

export const registerAnswers: readonly Answer[] = [
  inside(contract.listMemberViews, () => []),
  inside(contract.listStatusChanges, () => []),
  inside(contract.changeMemberStatuses, changeStatuses),
  inside(contract.findSimilarMembers, findSimilar),
]

function changeStatuses(place: Place, { members, status }: Parsed<typeof contract.changeMemberStatuses>): Replied<typeof contract.changeMemberStatuses> {
  const all = selectedIn(place, members)
  const wanted = all.filter((user) => statusOf(user) !== status)
  const hasLoan = (id: ReturnType<typeof memberIdOf>) => place.society.loans.some((loan) => loan.memberId === id && (loan.status === 'approved' || loan.status === 'active'))
  const stay = status === 'inactive' ? wanted.filter((user) => hasLoan(memberIdOf(user))) : []
  for (const user of wanted) if (!stay.includes(user)) user.status = status === 'active' ? 'Active' : 'Inactive'
  return {
    changed: wanted.length - stay.length,
    unchanged: all.length - wanted.length,
    refused: stay.map((user) => ({ memberId: memberIdOf(user), membershipno: user.membershipId, name: user.name, why: 'has_loan' })),
  }
}

function findSimilar(place: Place, { firstName, lastName, phone, dateOfBirth }: Parsed<typeof contract.findSimilarMembers>): Replied<typeof contract.findSimilarMembers> {
  const person = { firstName: firstName ?? '', lastName: lastName ?? '', phone: phone ? phoneFrom(phone) : undefined, dateOfBirth }
  return membersOf(place)
    .flatMap((user) => {
      const why = likenessOf(person, { ...user, dateOfBirth: user.dob })
      return why ? [{ memberId: memberIdOf(user), membershipno: user.membershipId, name: user.name, phone: user.phone || null, registrationDate: user.joinDate, status: statusOf(user), why }] : []
    })
    .slice(0, 5)
}
