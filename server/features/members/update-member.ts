import type { updateMember as contract } from '#contract/members.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { dayIn, firstDayOf, periodOf } from '#domain/calendar.ts'
import type { LoginId } from '#domain/ids.ts'
import { refuse } from '#domain/refusal.ts'
import { activationCodeLifetime } from '#domain/sessions/session.ts'
import type { Context } from '#server/context.ts'
import { codeHash, newCode } from '#server/credentials/tokens.ts'
import { newId } from '#server/db/id.ts'
import { queueMessages } from '#server/db/messages.ts'
import type { Tx } from '#server/db/tx.ts'
import { findMember, findTakenPhones } from './queries.ts'
import { searchTextOf } from './register-members.ts'
import { lockMember, lockRegister, type MemberChange, moveMembership, setPlan, updateMemberRow } from './store.ts'

type Input = Parsed<typeof contract>
type Member = Replied<typeof contract>

/** Changes the fields that are named. A new phone must be activated again; a new plan holds from this month. */
export async function updateMember(tx: Tx, actor: TenantActor, { id, ...input }: Input, context: Context): Promise<Member> {
  await lockMember(tx, id)
  const before = await findMember(tx, id)
  const moved = input.phone !== undefined && input.phone !== before.phone
  // Two officers who give the same phone take turns.
  if (moved) await lockRegister(tx, actor.cooperativeId)
  if (moved && (await findTakenPhones(tx, [input.phone ?? ''])).length > 0) refuse('member_phone_taken', { field: 'phone', phone: input.phone })

  // From here on the change must succeed.
  await updateMemberRow(tx, id, changeOf(before, input))
  if (input.monthlyContributions !== undefined && input.monthlyContributions !== before.monthlyContributions) {
    const from = firstDayOf(periodOf(dayIn(context.now)))
    // A member whose joining month is still to come keeps his plan from then on.
    await setPlan(tx, actor.cooperativeId, id, from < before.registrationDate ? firstDayOf(periodOf(before.registrationDate)) : from, input.monthlyContributions)
  }
  const after = await findMember(tx, id)
  if (moved) await activateAnew(tx, actor, after, context)
  return moved ? findMember(tx, id) : after
}

async function activateAnew(tx: Tx, actor: TenantActor, member: Member, { now, secret, messagesWaiting }: Context): Promise<void> {
  const code = newCode()
  await moveMembership(
    tx,
    {
      memberId: member.memberid,
      phone: member.phone,
      name: `${member.firstName} ${member.lastName}`,
      loginId: newId<LoginId>(),
      codeId: newId(),
      codeHash: codeHash(secret, code),
    },
    new Date(now.getTime() + activationCodeLifetime),
  )
  const text = `Ajose: this phone is now the login of member ${member.membershipno}. Your activation code is ${code}. Set your password with it within 14 days.`
  await queueMessages(tx, actor.cooperativeId, [{ channel: 'sms', to: member.phone, text }], messagesWaiting)
}

/** The row as it will stand: a field that is not named stays, an empty one is emptied where it may be. */
function changeOf(before: Member, input: Omit<Input, 'id'>): MemberChange {
  const kept = <Value>(given: Value | undefined, old: Value): Value => (given === undefined ? old : given)
  const emptied = (given: string | null | undefined, old: string | null) => (given === undefined ? old : given || null)
  const filled = (given: string | null | undefined, old: string) => given || old
  const firstName = kept(input.firstName, before.firstName)
  const lastName = kept(input.lastName, before.lastName)
  const phone = kept<string>(input.phone, before.phone)
  return {
    first_name: firstName,
    last_name: lastName,
    phone,
    email: emptied(input.email, before.email),
    address: emptied(input.address, before.address),
    date_of_birth: kept(input.dateOfBirth, before.dateOfBirth),
    gender: filled(input.gender, before.gender),
    marital_status: filled(input.maritalStatus, before.maritalStatus),
    employment_status: filled(input.employmentStatus, before.employmentStatus),
    monthly_contribution: kept(input.monthlyContributions, before.monthlyContributions).toString(),
    profile_picture: emptied(input.profilePicture, before.profilePicture),
    next_of_kin_first_name: emptied(input.nextOfKinFirstName, before.nextOfKinFirstName),
    next_of_kin_last_name: emptied(input.nextOfKinLastName, before.nextOfKinLastName),
    next_of_kin_phone: emptied(input.nextOfKinPhone, before.nextOfKinPhone),
    next_of_kin_email: emptied(input.nextOfKinEmail, before.nextOfKinEmail),
    next_of_kin_address: emptied(input.nextOfKinAddress, before.nextOfKinAddress),
    next_of_kin_relationship: emptied(input.nextOfKinRelationship, before.nextOfKinRelationship),
    nominee_first_name: emptied(input.nomineeFirstName, before.nomineeFirstName),
    nominee_last_name: emptied(input.nomineeLastName, before.nomineeLastName),
    nominee_phone: emptied(input.nomineePhone, before.nomineePhone),
    nominee_email: emptied(input.nomineeEmail, before.nomineeEmail),
    nominee_address: emptied(input.nomineeAddress, before.nomineeAddress),
    nominee_relationship: emptied(input.nomineeRelationship, before.nomineeRelationship),
    status: kept(input.status, before.status),
    search_text: searchTextOf({ firstName, lastName, phone, membershipno: before.membershipno }),
  }
}
