import { isDeepStrictEqual } from 'node:util'
import { isSelf, may, officeOf, roleName, type TenantActor } from '#core/actor.ts'
import { firstDayOf, type Period, periodOf } from '#core/calendar.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { LoginId } from '#core/ids.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import { type Change, waitingAction } from '#features/access/change-requests/server/waiting-action.ts'
import { activationCodeLifetime } from '#features/access/login/rules/session.ts'
import { notifyMembers, notifyOfficers } from '#features/access/notifications/server/notify-members.ts'
import { notifyOfEndedAccess } from '#features/access/webhooks/server/actions.ts'
import { updateMember as contract } from '#features/members/members/member-changes.ts'
import { activationText } from '#features/members/members/rules/activation-text.ts'
import { whyNotJoin } from '#features/members/members/rules/joining.ts'
import { isFormer } from '#features/members/members/rules/member.ts'
import type { NomineePerson } from '#features/members/members/rules/nominee.ts'
import { filledTexts } from '#features/members/members/rules/record-texts.ts'
import { memberTexts } from '#features/members/members/rules/sms-texts.ts'
import { describeNominee, saveFirstNominee } from '#features/members/nominees/server/actions.ts'
import { findLateNamer } from '#features/members/nominees/server/reads.ts'
import { monthThatHolds } from '#features/members/requests/rules/member-request.ts'
import type { Ask } from '#platform/action.ts'
import { codeHash, newCode } from '#platform/credentials/tokens.ts'
import { findSocietyName } from '#platform/db/find-society-name.ts'
import { newId } from '#platform/db/id.ts'
import { queueMessages } from '#platform/db/messages.ts'
import { hintOffices } from '#platform/live/hints.ts'
import {
  findEarlierMemberships,
  findFormerNumbers,
  findFormerOfPhone,
  findMember,
  findTakenPhones,
  hasLoan,
  memberHasLoan,
  refuseFormer,
} from './reads.ts'
import { searchTextOf } from './register-members.ts'
import {
  lockMember,
  lockRegister,
  type MemberChange,
  moveMembership,
  saveSentCodes,
  setPlan,
  updateMemberRow,
} from './writes.ts'

export const ownContributions = refusal(
  'own_contributions',
  409,
  'You can’t change your own monthly contribution or when it is due. Ask another officer.',
)
const officerByAdmin = refusal(
  'officer_by_admin',
  403,
  'This member is an officer of the cooperative, so only an admin changes the name, phone, email or way in.',
)

type Input = Parsed<typeof contract>
type Member = Replied<typeof contract>

/**
 * Changes the fields that are named. A phone is a login, an officer's status their part in approving, and their name is what others
 * read beside an approval, so that these wait: “Phone of Ada Obi: +234… → +234…”. After a reported death the nominee of the record waits
 * as the list of nominees does. Refuses what `changeMember` refuses.
 */
export const updateMember = waitingAction(
  contract,
  async ({ tx, actor }, { id, ...input }) => {
    const { phone, sharesPhone, status } = input
    const before = await findMember(tx, id)
    const nominee = firstNomineeOf(before, input)
    const [name, after] = [nameOf(before), nameAfter(before, input)]
    const office = officeOf(before.memberRoles.map(({ role }) => role))
    const phoneBefore = before.phone ?? t('none')
    const isMoved = phone !== undefined && phone !== before.phone
    const isRenamed = office !== undefined && after !== name
    const isOfStatus = office !== undefined && status !== undefined && status !== before.status
    const changes = [
      ...(isMoved
        ? [
            phone && sharesPhone
              ? t('Phone of {name}: {before} → {after} (shared)', { name, before: phoneBefore, after: phone })
              : t('Phone of {name}: {before} → {after}', { name, before: phoneBefore, after: phone ?? t('none') }),
          ]
        : []),
      ...(isRenamed
        ? [t('Name of {name}, {role} → {after}', { name, role: roleName(office).toLowerCase(), after })]
        : []),
      ...(isOfStatus
        ? [
            t('Status of {name}, {role}: {before} → {after}', {
              ...{ name, role: roleName(office).toLowerCase(), before: before.status, after: status },
            }),
          ]
        : []),
    ]
    // What is said of nominees here is of the dead, whom no one tells.
    const [first] = changes
    if (nominee && (await findLateNamer(tx, id))) {
      const [was, becomes] = [describeNominee(nomineeOf(before)), describeNominee(nominee)]
      if (was !== becomes)
        changes.push(
          t('First nominee of {name}, whose death is reported: {was} → {nominee}', {
            ...{ name, was: was || t('none'), nominee: becomes || t('none') },
          }),
        )
    }
    if (changes.length === 0) return undefined
    const tells = toldOf(before, actor, (of) =>
      isMoved
        ? t(
            '{by} asked to move the login of {name}, {membershipno}, to another phone. If this is wrong, call another officer of your cooperative at once.',
            of,
          )
        : isRenamed
          ? t(
              '{by} asked to change the name of {name}, {membershipno}. If this is wrong, call another officer of your cooperative at once.',
              of,
            )
          : t(
              '{by} asked to change the status of {name}, {membershipno}. If this is wrong, call another officer of your cooperative at once.',
              of,
            ),
    )
    return {
      description: changes.join('; '),
      memberId: id,
      ...(isOfStatus && changes.length === 1 && { opensToAsker: true }),
      ...(first !== undefined && { tells }),
    }
  },
  async (ask, input) => changeMember(ask, input),
)

/**
 * Changes the fields that are named. A new phone, or none, must be activated again; a new plan applies from this month, or from `contributionFrom`, where that is later.
 * Refuses: member_phone_taken unless the phone is shared, former_number_taken, member_merged, member_has_left, joined_before_birth, own_contributions, nominees_share_already, officer_by_admin.
 */
export async function changeMember(
  ask: Ask,
  { id, contributionFrom, ...input }: Input & { contributionFrom?: Period },
): Promise<Member> {
  const { tx, actor, now, today } = ask
  await lockMember(tx, id)
  const before = await findMember(tx, id)
  const phone = input.phone === undefined ? before.phone : input.phone
  const moved = phone !== before.phone
  if (moved) refuseOfficer(actor, before, 'phone')
  if (nameAfter(before, input) !== nameOf(before)) refuseOfficer(actor, before, 'firstName')
  if (input.email !== undefined && (input.email || null) !== (before.email || null))
    refuseOfficer(actor, before, 'email')
  // Two officers who give the same phone take turns.
  if (moved) await lockRegister(tx, actor.cooperativeId)
  const holder = moved && phone !== null ? (await findTakenPhones(tx, [phone])).get(phone) : undefined
  if (phone !== null && holder !== undefined && input.sharesPhone !== true)
    refuse('member_phone_taken', { field: 'phone', phone, holder, ...(await findFormerOfPhone(tx, phone)) })

  if (input.formerNumber) {
    const holder = (await findFormerNumbers(tx, [input.formerNumber])).get(input.formerNumber.toLowerCase())
    if (holder && holder.memberId !== id)
      refuse('former_number_taken', { field: 'formerNumber', number: input.formerNumber })
  }
  if (input.dateOfBirth) {
    // Who came back joined for the first time before.
    const [earliest] = await findEarlierMemberships(tx, id)
    const days = { bornOn: input.dateOfBirth, joinedOn: earliest?.joinedOn ?? before.registrationDate }
    const why = input.dateOfBirth === before.dateOfBirth ? undefined : whyNotJoin(days, 'dateOfBirth', today)
    if (why) throw why
  }
  if (isFormer(before.status) && input.status !== undefined) await refuseFormer(tx, id, 'status')
  const isNewPlan =
    input.monthlyContributions !== undefined && input.monthlyContributions !== before.monthlyContributions
  // Payroll would credit it to their savings. What they asked for in the portal was decided as a request is.
  if (isNewPlan && contributionFrom === undefined && isSelf(actor, id))
    refuse(ownContributions({ field: 'monthlyContributions' }))
  if (input.status === 'inactive' && before.status === 'active' && (await hasLoan(tx, id)))
    refuse(memberHasLoan({ field: 'status' }))
  await saveFirstNominee(ask, id, firstNomineeOf(before, input))

  // From here on it must succeed.
  await updateMemberRow(tx, id, changeOf(before, input, moved ? holder !== undefined : before.sharesPhone))
  if (input.status === 'inactive' && before.status !== 'inactive') await endWhatRests(ask, before)
  if (input.monthlyContributions !== undefined && (contributionFrom !== undefined || isNewPlan)) {
    const from = monthThatHolds(contributionFrom ?? periodOf(today), before.contributionsDueFrom, now)
    await setPlan(tx, actor.cooperativeId, id, firstDayOf(from), input.monthlyContributions)
  }
  const after = await findMember(tx, id)
  if (isDeepStrictEqual(after, before)) tx.nothingChanged()
  if (before.email && input.email !== undefined && after.email !== before.email) await notifyOldEmail(ask, before)
  if (moved) {
    await activateAnew(ask, after)
    await notifyOfNewPhone(ask, before, after)
  }
  return moved ? findMember(tx, id) : after
}

const nameOf = ({ firstName, lastName }: Pick<Member, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`

const nameAfter = (
  before: Member,
  { firstName = before.firstName, lastName = before.lastName }: Pick<Input, 'firstName' | 'lastName'>,
) => nameOf({ firstName, lastName })

const nomineeOf = (member: Member): NomineePerson => ({
  firstName: member.nomineeFirstName,
  lastName: member.nomineeLastName,
  relationship: member.nomineeRelationship,
  phone: member.nomineePhone,
  email: member.nomineeEmail,
  address: member.nomineeAddress,
})

/** Nothing that an officer set up works while they are inactive, and they hear of it by SMS and email too. */
async function endWhatRests({ tx, actor: { cooperativeId } }: Ask, before: Member): Promise<void> {
  const { memberid: memberId, memberRoles } = before
  await notifyOfEndedAccess(tx, memberId)
  if (officeOf(memberRoles.map(({ role }) => role)) === undefined) return
  hintOffices(tx, cooperativeId)
  const message = t(
    'Your membership was set to inactive, so your office gives you no access. If this is wrong, speak to another officer.',
  )
  notifyMembers(tx, cooperativeId, [{ memberId, message, link: '/member/dashboard' }], 'security')
}

/** Whoever had the phone before hears of it there, and the officers in their notifications. */
async function notifyOfNewPhone(
  { tx, actor, context: { messagesWaiting } }: Ask,
  before: Member,
  { phone }: Member,
): Promise<void> {
  const { cooperativeId, name: by } = actor
  const name = `${before.firstName} ${before.lastName}`
  const text = memberTexts.phoneMoved(by, name, before.membershipno, phone !== null)
  if (before.phone !== null)
    await queueMessages(
      tx,
      cooperativeId,
      [{ kind: 'security', memberId: before.memberid, channel: 'sms', to: before.phone, text }],
      messagesWaiting,
    )
  notifyOfficers(tx, cooperativeId, {
    type: 'warning',
    message: t('{by} changed the phone of {name} from {before} to {after}.', {
      ...{ by, name, before: before.phone ?? t('none'), after: phone ?? t('none') },
    }),
  })
}

/** Notifies the old address that messages go to another one now. */
async function notifyOldEmail(
  { tx, actor, context: { messagesWaiting } }: Ask,
  { memberid: memberId, email, firstName, lastName, membershipno }: Member,
): Promise<void> {
  const text = t(
    '{by} changed the email address of {name}, member {membershipno}, from this one to another. If you did not ask for this, call your cooperative.',
    { by: actor.name, name: `${firstName} ${lastName}`, membershipno },
  )
  await queueMessages(
    tx,
    actor.cooperativeId,
    [{ kind: 'security', memberId, channel: 'email', to: email ?? '', subject: t('Your email address'), text }],
    messagesWaiting,
  )
}

/** What a member is told of a change about who they are as soon as it is asked for. */
export function toldOf(
  { memberid: memberId, firstName, lastName, membershipno }: Member,
  { name: by }: TenantActor,
  said: (of: { by: string; name: string; membershipno: string }) => string,
): NonNullable<Change['tells']> {
  return { memberId, message: said({ by, name: `${firstName} ${lastName}`, membershipno }) }
}

/** Whoever could move an officer's login could take their place. Refuses: officer_by_admin. */
export function refuseOfficer(actor: TenantActor, { memberRoles }: Pick<Member, 'memberRoles'>, field?: string): void {
  if (officeOf(memberRoles.map(({ role }) => role)) !== undefined && !may(actor, 'member.roles'))
    refuse(officerByAdmin({ ...(field && { field }) }))
}

async function activateAnew(
  { tx, actor, now, context: { secret, messagesWaiting, publicUrl } }: Ask,
  member: Member,
): Promise<void> {
  const code = newCode()
  const expiresAt = new Date(now.getTime() + activationCodeLifetime)
  await moveMembership(
    tx,
    {
      memberId: member.memberid,
      phone: member.sharesPhone ? null : member.phone,
      name: `${member.firstName} ${member.lastName}`,
      loginId: newId<LoginId>(),
      codeId: newId(),
      codeHash: null,
    },
    expiresAt,
  )
  // Without a phone the code can't be sent; an officer makes one to hand over (`resetActivation`).
  if (member.phone === null) return
  await saveSentCodes(tx, [{ memberId: member.memberid, hash: codeHash(secret, code) }], expiresAt)
  const society = await findSocietyName(tx)
  const text = activationText(member.sharesPhone ? 'number' : 'phone', {
    ...member,
    society,
    code,
    publicUrl: publicUrl(),
  })
  await queueMessages(
    tx,
    actor.cooperativeId,
    [{ kind: 'code', memberId: member.memberid, channel: 'sms', to: member.phone, text }],
    messagesWaiting,
  )
}

/** An empty text empties a field, one that is not named leaves it. */
function emptied(given: string | null | undefined, old: string | null): string | null {
  return given === undefined ? old : given || null
}

/** The first nominee as they will be; undefined where nothing about them is said. */
function firstNomineeOf(before: Member, input: Omit<Input, 'id'>): NomineePerson | undefined {
  const { nomineeFirstName, nomineeLastName, nomineeRelationship, nomineePhone, nomineeEmail, nomineeAddress } = input
  if (
    [nomineeFirstName, nomineeLastName, nomineeRelationship, nomineePhone, nomineeEmail, nomineeAddress].every(
      (given) => given === undefined,
    )
  )
    return undefined
  const named = nomineeOf(before)
  return {
    firstName: emptied(nomineeFirstName, named.firstName),
    lastName: emptied(nomineeLastName, named.lastName),
    relationship: emptied(nomineeRelationship, named.relationship),
    phone: emptied(nomineePhone, named.phone),
    email: emptied(nomineeEmail, named.email),
    address: emptied(nomineeAddress, named.address),
  }
}

/** The row as it will be: a field that is not named stays, an empty one is emptied where it may be. */
function changeOf(before: Member, input: Omit<Input, 'id'>, sharesPhone: boolean): MemberChange {
  const kept = <Value>(given: Value | undefined, old: Value): Value => (given === undefined ? old : given)
  const filled = (given: string | null | undefined, old: string) => given || old
  const firstName = kept(input.firstName, before.firstName)
  const lastName = kept(input.lastName, before.lastName)
  const phone = kept<string | null>(input.phone, before.phone)
  const otherPhone = emptied(input.otherPhone, before.otherPhone)
  return {
    first_name: firstName,
    last_name: lastName,
    phone,
    other_phone: otherPhone,
    shares_phone: sharesPhone,
    date_of_birth: kept(input.dateOfBirth, before.dateOfBirth),
    gender: filled(input.gender, before.gender),
    marital_status: filled(input.maritalStatus, before.maritalStatus),
    employment_status: filled(input.employmentStatus, before.employmentStatus),
    monthly_contribution: kept(input.monthlyContributions, before.monthlyContributions).toString(),
    texts: filledTexts(input, before),
    status: kept(input.status, before.status),
    search_text: searchTextOf({ firstName, lastName, phone, otherPhone, membershipno: before.membershipno }),
  }
}
