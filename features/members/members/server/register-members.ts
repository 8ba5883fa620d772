import { may, officeOf, roleName, type TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import { type LoginId, type MemberId, membershipNumber } from '#core/ids.ts'
import { zeroKobo } from '#core/money.ts'
import { Refusal, refusal, refuse } from '#core/refusal.ts'
import { foldForSearch } from '#core/searching.ts'
import { t } from '#core/sentence.ts'
import { type Change, waitingAction } from '#features/access/change-requests/server/waiting-action.ts'
import { whyNotGive } from '#features/access/login/rules/office.ts'
import { activationCodeLifetime } from '#features/access/login/rules/session.ts'
import { saveBankDetails } from '#features/members/bank-details/server/writes.ts'
import * as contract from '#features/members/members/member-changes.ts'
import type { NewMember } from '#features/members/members/member-changes.ts'
import { activationText } from '#features/members/members/rules/activation-text.ts'
import type { BankDetails } from '#features/members/members/rules/bank-details.ts'
import { whyNotJoin } from '#features/members/members/rules/joining.ts'
import { filledTexts } from '#features/members/members/rules/record-texts.ts'
import { waysToLogIn } from '#features/members/members/rules/shared-phone.ts'
import type { Ask } from '#platform/action.ts'
import { codeHash, newCode } from '#platform/credentials/tokens.ts'
import { newId } from '#platform/db/id.ts'
import { queueMessages } from '#platform/db/messages.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findFormerNumbers, findFormerOfPhone, findMembers, findTakenPhones } from './reads.ts'
import { enrolMembers, insertMembers, type MemberRow, saveSentCodes, takeMembershipNumbers } from './writes.ts'

const rolesByAdmin = refusal('roles_by_admin', 403, 'Only an admin gives roles. Leave them out.')

/** Registers members, all or none. Refuses what `addMembers` refuses. */
export const registerMembers = waitingAction(
  contract.registerMembers,
  async (_ask, { member }) => describeNewOfficers(member),
  async (ask, { member }) => addMembers(ask, member),
)

export const createMember = waitingAction(
  contract.createMember,
  async (_ask, person) => describeNewOfficers([person]),
  async (ask, person) => {
    try {
      const [registered] = await addMembers(ask, [person])
      if (!registered) throw new Error('One member was sent and none was registered')
      return registered
    } catch (error) {
      // The same refusal, about the same field, which here is not in a list.
      if (error instanceof Refusal)
        throw new Refusal(error.code, {
          ...error.detail,
          field: error.detail.field?.replace('member.0.', '') ?? 'phone',
        })
      throw error
    }
  },
)

/** Registers members, all or none; the officer gets a code of each to hand out, and another goes to them by SMS unless an officer sends it later. Refuses: member_phone_taken (in the request or in the register, unless the phone is shared), dated_in_future, joined_before_birth, roles_by_admin, what is wrong with the roles, former_number_taken, bank_details_incomplete. */
export async function addMembers(
  ask: Ask,
  members: readonly NewMember[],
  { sendsCodes } = { sendsCodes: true },
): Promise<Replied<typeof contract.registerMembers>> {
  const { tx, actor, now, today, context } = ask
  for (const [index, { dateOfBirth: bornOn = null, registrationDate: joinedOn = today }] of members.entries()) {
    const why = whyNotJoin({ bornOn, joinedOn }, 'registrationDate', today)
    if (why) refuse(why.code, { ...why.detail, field: `member.${index}.${why.detail.field}` })
  }
  refuseRoles(actor, members, today)
  // The cooperative's row is locked from here, so two officers registering the same person take turns.
  const { last, coopId, name: society } = await takeMembershipNumbers(tx, actor.cooperativeId, members.length)
  const taken = await findTakenPhones(
    tx,
    members.flatMap(({ phone }) => phone ?? []),
  )
  const ways = waysToLogIn(
    members.map(({ phone, sharesPhone = false }) => ({ phone, sharesPhone })),
    new Set(taken.keys()),
  )
  const takenIndex = ways.indexOf('taken')
  const takenPhone = members[takenIndex]?.phone
  if (takenPhone) {
    refuse('member_phone_taken', {
      field: `member.${takenIndex}.phone`,
      phone: takenPhone,
      holder: taken.get(takenPhone),
      ...(await findFormerOfPhone(tx, takenPhone)),
    })
  }

  await refuseFormerNumbers(tx, members)

  // From here on the registration must succeed.
  const rows = members.map((person, index) =>
    rowFrom(person, ways[index] === 'number', { number: last - members.length + 1 + index, coopId, today }),
  )
  await insertMembers(tx, actor.cooperativeId, rows)
  await saveBankDetails(
    tx,
    actor,
    members.flatMap((person, index) => bankDetailsOf(person, rows[index])),
  )
  const codes = rows.map(() => newCode())
  const expiresAt = new Date(now.getTime() + activationCodeLifetime)
  await enrolMembers(
    tx,
    rows.map((row, index) => ({
      memberId: row.member_id,
      phone: row.shares_phone ? null : row.phone,
      name: `${row.first_name} ${row.last_name}`,
      loginId: newId<LoginId>(),
      codeId: newId(),
      codeHash: codeHash(context.secret, codes[index] ?? ''),
    })),
    expiresAt,
  )
  if (sendsCodes) await sendWelcomes(ask, { rows, society, expiresAt })
  const registered = await findMembers(
    tx,
    rows.map((row) => row.member_id),
  )
  return registered.map((person, index) => ({ ...person, activationCode: codes[index] ?? '' }))
}

/** To each who has a phone, with a code that no officer sees. */
async function sendWelcomes(
  { tx, actor, context: { secret, messagesWaiting, publicUrl } }: Ask,
  { rows, society, expiresAt }: { rows: readonly MemberRow[]; society: string; expiresAt: Date },
): Promise<void> {
  const welcomes = rows.flatMap(({ phone, ...row }) => (phone === null ? [] : [{ ...row, phone, code: newCode() }]))
  await saveSentCodes(
    tx,
    welcomes.map(({ member_id: memberId, code }) => ({ memberId, hash: codeHash(secret, code) })),
    expiresAt,
  )
  await queueMessages(
    tx,
    actor.cooperativeId,
    welcomes.map(({ member_id: memberId, phone, code, shares_phone, first_name: firstName, membershipno }) => ({
      kind: 'code',
      memberId,
      channel: 'sms',
      to: phone,
      text: activationText(shares_phone ? 'welcomeByNumber' : 'welcome', {
        ...{ society, firstName, membershipno, code, publicUrl: publicUrl() },
      }),
    })),
    messagesWaiting,
  )
}

/** Who only registers members opens the admin area to no one. */
function refuseRoles(actor: TenantActor, members: readonly NewMember[], today: Day): void {
  for (const [index, { roles = [] }] of members.entries()) {
    const field = `member.${index}.roles`
    if (roles.some((role) => role !== 'member') && !may(actor, 'member.roles')) refuse(rolesByAdmin({ field }))
    const reason = whyNotGive([...new Set(roles)], null, today)
    if (reason) refuse(reason.code, { field })
  }
}

/** A number of before Ajose is one member's. Refuses: former_number_taken, bank_details_incomplete. */
async function refuseFormerNumbers(tx: Tx, members: readonly NewMember[]): Promise<void> {
  const taken = await findFormerNumbers(
    tx,
    members.flatMap(({ formerNumber }) => formerNumber || []),
  )
  const seen = new Set<string>()
  for (const [index, { formerNumber, bankName, bankAccountNumber, bankAccountName }] of members.entries()) {
    const key = formerNumber?.toLowerCase() ?? ''
    if (formerNumber && (taken.has(key) || seen.has(key)))
      refuse('former_number_taken', { field: `member.${index}.formerNumber`, number: formerNumber })
    seen.add(key)
    if (
      (bankName === undefined) !== (bankAccountNumber === undefined) ||
      (bankAccountName !== undefined && bankName === undefined)
    ) {
      refuse('bank_details_incomplete', {
        field: `member.${index}.${bankName === undefined ? 'bankName' : 'bankAccountNumber'}`,
      })
    }
  }
}

function bankDetailsOf(
  { firstName, lastName, bankName, bankAccountNumber, bankAccountName }: NewMember,
  row: MemberRow | undefined,
): (BankDetails & { memberId: MemberId })[] {
  if (!row || bankName === undefined || bankAccountNumber === undefined) return []
  return [
    {
      memberId: row.member_id,
      bankName,
      accountNumber: bankAccountNumber,
      accountName: bankAccountName ?? `${firstName} ${lastName}`,
    },
  ]
}

/** Fills what was left out as the specification says: male, single, employed, role member, joined today. */
function rowFrom(
  person: NewMember,
  byNumber: boolean,
  { number, coopId, today }: { number: number; coopId: string; today: Day },
): MemberRow {
  const membershipno = membershipNumber(coopId, number)
  return {
    member_id: newId<MemberId>(),
    membership_number: number,
    membershipno,
    first_name: person.firstName,
    last_name: person.lastName,
    phone: person.phone,
    other_phone: person.otherPhone || null,
    shares_phone: byNumber && person.phone !== null,
    date_of_birth: person.dateOfBirth ?? null,
    registration_date: person.registrationDate ?? today,
    gender: person.gender || 'male',
    marital_status: person.maritalStatus || 'single',
    employment_status: person.employmentStatus || 'employed',
    monthly_contribution: (person.monthlyContributions ?? zeroKobo).toString(),
    nominee_first_name: person.nomineeFirstName || null,
    nominee_last_name: person.nomineeLastName || null,
    nominee_phone: person.nomineePhone || null,
    nominee_email: person.nomineeEmail || null,
    nominee_address: person.nomineeAddress || null,
    nominee_relationship: person.nomineeRelationship || null,
    texts: filledTexts(person),
    roles: person.roles?.length ? [...new Set(['member' as const, ...person.roles])] : ['member'],
    search_text: searchTextOf({
      firstName: person.firstName,
      lastName: person.lastName,
      phone: person.phone,
      otherPhone: person.otherPhone,
      membershipno,
    }),
  }
}

/** The text by which a member is found: both orders of the name, phones, number. */
export function searchTextOf({
  firstName,
  lastName,
  phone,
  otherPhone,
  membershipno,
}: {
  firstName: string
  lastName: string
  phone: string | null
  otherPhone?: string | null | undefined
  membershipno: string
}): string {
  return foldForSearch([firstName, lastName, firstName, phone, otherPhone, membershipno].filter(Boolean).join(' '))
}

/** Only whom it gives an office: “Register Ada Obi, +234…, as treasurer”. */
function describeNewOfficers(members: readonly NewMember[]): Change | undefined {
  const officers = members.flatMap(({ firstName, lastName, phone, roles = [] }) => {
    const office = officeOf(roles)
    return office === undefined
      ? []
      : [
          t('Register {firstName} {lastName}, {phone}, as {role}', {
            ...{ firstName, lastName, phone: phone ?? t('no phone'), role: roleName(office).toLowerCase() },
          }),
        ]
  })
  return officers.length === 0 ? undefined : { description: officers.join('; '), isOfOffice: true }
}
