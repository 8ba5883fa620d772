import type { approveMembershipApplication as contract } from '#features/members/applications/membership-decisions.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { phoneFrom } from '#core/phone.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { createMember } from '#features/members/members/server/create-member.ts'
import { lockApplication } from './queries.ts'
import { decideApplication } from './store.ts'

/** Registers the applicant as a member. Refuses: application_decided, member_phone_taken unless the phone is shared, dated_in_future, joined_before_birth. */
export async function approveMembershipApplication(
  tx: Tx,
  actor: TenantActor,
  { applicationId, registrationDate, sharesPhone }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const { firstName, lastName, phone, gender, ...told } = await lockApplication(tx, applicationId)
  const stored = phoneFrom(phone)
  if (stored === undefined) throw new Error(`Application ${applicationId} has a phone that was never checked`)
  const {
    email,
    address,
    dateOfBirth,
    maritalStatus,
    employmentStatus,
    monthlyContributions,
    nextOfKinFirstName,
    nextOfKinLastName,
    nextOfKinPhone,
    nextOfKinRelationship,
  } = told
  const member = await createMember(
    tx,
    actor,
    {
      firstName,
      lastName,
      phone: stored,
      sharesPhone,
      gender,
      email,
      address,
      dateOfBirth,
      maritalStatus,
      employmentStatus,
      monthlyContributions,
      nextOfKinFirstName,
      nextOfKinLastName,
      nextOfKinPhone,
      nextOfKinRelationship,
      registrationDate,
    },
    context,
  )
  await decideApplication(tx, actor, applicationId, { status: 'approved', memberId: member.memberid })
  return member
}
