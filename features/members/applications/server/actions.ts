import { isDeepStrictEqual } from 'node:util'
import type { MembershipApplicationId } from '#core/ids.ts'
import { phoneFrom } from '#core/phone.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { foldForSearch } from '#core/searching.ts'
import { t } from '#core/sentence.ts'
import { notifyOfficers } from '#features/access/notifications/server/notify-members.ts'
import { applyForMembership as applyContract } from '#features/members/applications/join-pages.ts'
import { updateJoinSettings as settingsContract } from '#features/members/applications/join-settings.ts'
import * as contract from '#features/members/applications/membership-decisions.ts'
import {
  applicationNumber,
  applicationsPerHour,
  isFull,
} from '#features/members/applications/rules/membership-application.ts'
import { createMember } from '#features/members/members/server/register-members.ts'
import { action, openAction } from '#platform/action.ts'
import { addressHashOf } from '#platform/credentials/address-hash.ts'
import { findSocietyName } from '#platform/db/find-society-name.ts'
import { newId } from '#platform/db/id.ts'
import { queueMessages } from '#platform/db/messages.ts'
import { update } from '#platform/db/write.ts'
import { countApplications, findApplication, findJoined, getJoinSettings, lockApplication } from './reads.ts'
import { insertApplication, saveJoinPage, takeApplicationNumber } from './writes.ts'

const applicationsClosed = refusal(
  'applications_closed',
  409,
  'This society takes no applications on this page at the moment. Ask its secretary.',
)
const applicationsFull = refusal(
  'applications_full',
  409,
  'So many applications wait already that the society takes no more for now. Ask its secretary.',
)

const hourMilliseconds = 3_600_000

/**
 * Saves an application for membership and notifies the officers. Whether the phone is a member's already is
 * for their eyes alone, so it is never a reason to refuse. Refuses: cooperative_not_found, applications_closed,
 * applications_full, too_many_applications.
 */
export const applyForMembership = openAction(
  applyContract,
  async ({ database, now, secret }, { address }, { code, website: _website, ...person }) => {
    const { cooperativeId, name: society } = await findJoined(database, code)
    const addressHash = addressHashOf(secret, address)
    return database.tenant({ cooperativeId, role: 'job' }, async (tx) => {
      const taken = (await takeApplicationNumber(tx)) ?? refuse(applicationsClosed())
      const anHourAgo = new Date(now.getTime() - hourMilliseconds)
      const { recent, ofNetwork, waiting } = await countApplications(tx, addressHash, anHourAgo)
      if (recent >= applicationsPerHour) refuse('too_many_applications', { retryAfterSeconds: hourMilliseconds / 1000 })
      if (isFull(waiting, ofNetwork)) refuse(applicationsFull())

      // From here on it must succeed.
      const { firstName, lastName, phone } = person
      const number = applicationNumber(taken)
      const id = newId<MembershipApplicationId>()
      const searchText = foldForSearch(`${firstName} ${lastName} ${firstName} ${phone} ${number}`)
      await insertApplication(tx, cooperativeId, { ...person, id, number: taken, searchText, addressHash })
      notifyOfficers(tx, cooperativeId, {
        message: t('{firstName} {lastName} asks to become a member ({number}).', { firstName, lastName, number }),
        link: '/coop/member-management/applications',
      })
      return { number, society }
    })
  },
)

/** Registers the applicant as a member. Refuses: application_decided, member_phone_taken unless the phone is shared, dated_in_future, joined_before_birth. */
export const approveMembershipApplication = action(contract.approveMembershipApplication, async (ask, input) => {
  const { tx, actor, now } = ask
  const { applicationId, registrationDate, sharesPhone } = input
  const {
    firstName,
    lastName,
    phone: asTold,
    gender,
    email,
    address,
    ...told
  } = await lockApplication(tx, applicationId)
  const { dateOfBirth, maritalStatus, employmentStatus, monthlyContributions } = told
  const { nextOfKinFirstName, nextOfKinLastName, nextOfKinPhone, nextOfKinRelationship } = told
  const phone = phoneFrom(asTold)
  if (phone === undefined) throw new Error(`Application ${applicationId} has a phone that was never checked`)
  const member = await createMember(ask, {
    ...{ firstName, lastName, phone, sharesPhone, gender, email, address, registrationDate },
    ...{ dateOfBirth, maritalStatus, employmentStatus, monthlyContributions },
    ...{ nextOfKinFirstName, nextOfKinLastName, nextOfKinPhone, nextOfKinRelationship },
  })
  const decided = { decidedAt: now, decidedBy: actor.loginId, decidedByName: actor.name }
  const approved = { ...decided, status: 'approved', memberId: member.memberid } as const
  await update(tx, 'app.membership_application', { applicationId }, approved)
  return member
})

/** Declines an application and tells the applicant why. Refuses: application_decided. */
export const declineMembershipApplication = action(contract.declineMembershipApplication, async (ask, input) => {
  const { tx, actor, now, context } = ask
  const { applicationId, reason } = input
  const { phone, firstName } = await lockApplication(tx, applicationId)

  // From here on it must succeed.
  const decided = { decidedAt: now, decidedBy: actor.loginId, decidedByName: actor.name }
  await update(tx, 'app.membership_application', { applicationId }, { ...decided, status: 'declined', reason })
  const society = await findSocietyName(tx)
  const text = t('Ajose: {firstName}, {society} could not admit you as a member. {reason}', {
    ...{ firstName, society, reason },
  })
  await queueMessages(
    tx,
    actor.cooperativeId,
    [{ kind: 'notice', channel: 'sms', to: phone, text }],
    context.messagesWaiting,
  )
  return findApplication(tx, applicationId)
})

export const updateJoinSettings = action(settingsContract, async (ask, { isOpen, welcome }) => {
  const before = await getJoinSettings(ask, {})
  await saveJoinPage(ask.tx, ask.actor, { isOpen, welcome })
  const after = await getJoinSettings(ask, {})
  if (isDeepStrictEqual(after, before)) ask.tx.nothingChanged()
  return after
})
