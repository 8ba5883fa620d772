import { membershipNumber } from '#core/ids.ts'
import { isFormer, type MemberStatus } from '#features/members/members/rules/member.ts'
import { numberKey } from '#features/members/members/rules/number-key.ts'
import type { Phone } from '#core/phone.ts'
import { membershipFromCell } from '#features/members/members/rules/membership-cell.ts'
import { membershipProblem, type ReadContribution } from './contribution-row.ts'
import { identifyingFields } from './fields.ts'
import { phonesFromCell } from './phone-cell.ts'
import type { Mapping, RowProblem } from './import.ts'

/** A member with every number by which a sheet may name one. */
export type Numbered = {
  number: number
  formerNumber: string | null
  staffNumber: string | null
  phone: Phone | null
  name: string
  status: MemberStatus
  mergedInto?: string | null
}

export type Register<Member> = {
  coopId: string
  byNumber: ReadonlyMap<number, Member>
  byFormerNumber: ReadonlyMap<string, readonly Member[]>
  /** A number may be used by several employers. */
  byStaffNumber: ReadonlyMap<string, readonly Member[]>
  /** Members who share a phone are several. */
  byPhone: ReadonlyMap<Phone, readonly Member[]>
}

export function registerOf<Member extends Numbered>(coopId: string, members: readonly Member[]): Register<Member> {
  const by = <Key>(keyOf: (member: Member) => Key | null) => {
    const groups = new Map<Key, Member[]>()
    for (const member of members) {
      const key = keyOf(member)
      if (key !== null) groups.set(key, [...(groups.get(key) ?? []), member])
    }
    return groups
  }
  return {
    coopId,
    byNumber: new Map(members.map((member) => [member.number, member])),
    byFormerNumber: by(({ formerNumber }) => formerNumber && numberKey(formerNumber)),
    byStaffNumber: by(({ staffNumber }) => staffNumber && numberKey(staffNumber)),
    byPhone: by(({ phone }) => phone),
  }
}

type Field = (typeof identifyingFields.contributions)[number]

const words: Record<Field, string> = {
  membershipno: 'number',
  formerNumber: 'old number',
  staffNumber: 'staff number',
  phone: 'phone',
}
const giveAnother = 'Give the membership number in full, or the phone number.'

/**
 * The member whom a row of contributions names. Each number is looked up as what its column is, and all that are found have
 * to be of one member: a slip in one of them would pay into a stranger's account.
 */
export function matchMember<Member extends Numbered>(
  read: ReadContribution,
  mapping: Mapping,
  register: Register<Member>,
): { member: Member | undefined; problems: RowProblem[] } {
  const named = membersNamed(read, register).map(({ field, members, isWhere = field }) => ({
    word: words[field],
    column: mapping.indexOf(isWhere),
    isNumber: isWhere === 'membershipno',
    members,
  }))
  const found = named.filter(({ members }) => members.length > 0)
  const problems: RowProblem[] = []
  for (const { word, column, members, isNumber } of named) {
    if (members.length === 0 && (isNumber || found.length === 0))
      problems.push({
        column,
        message: (isNumber && whyNoNumber(read, register)) || `No member of this cooperative has this ${word}`,
      })
  }
  let common = found[0]?.members ?? []
  for (const { word, column, members } of found) {
    const left = common.filter((member) => members.includes(member))
    if (left.length === 0)
      problems.push({
        column,
        message: `This ${word} belongs to ${members[0]?.name}, the ${found[0]?.word} to ${common[0]?.name}`,
      })
    else common = left
  }
  const doubt = problems.length === 0 ? whyUncertain(read, common, found, register) : undefined
  if (doubt !== undefined) problems.push({ column: found[0]?.column ?? null, message: doubt })
  const naming: readonly (string | null | undefined)[] = identifyingFields.contributions
  const certain =
    problems.length === 0 && read.problems.every(({ column }) => column === null || !naming.includes(mapping[column]))
  return { member: certain ? common[0] : undefined, problems }
}

/** In full a membership number is one in the cell of another number too, so that an officer can correct a row in the cell that is marked. */
function membersNamed<Member extends Numbered>(
  { membership, otherNumber, formerNumber, staffNumber, phones }: ReadContribution,
  register: Register<Member>,
): { field: Field; members: readonly Member[]; isWhere?: Field }[] {
  const named: { field: Field; members: readonly Member[]; isWhere?: Field }[] = []
  const called = (all: readonly Phone[]) => [...new Set(all.flatMap((phone) => register.byPhone.get(phone) ?? []))]
  const numbered = ({ number, coopId }: NonNullable<ReadContribution['membership']>) => {
    const member = coopId === undefined || coopId === register.coopId ? register.byNumber.get(number) : undefined
    return member ? [member] : []
  }
  const keyed = (text: string, byKey: ReadonlyMap<string, readonly Member[]>) => {
    const full = membershipFromCell(text)
    return full?.coopId === undefined ? (byKey.get(numberKey(text)) ?? []) : numbered(full)
  }
  if (membership) named.push({ field: 'membershipno', members: numbered(membership) })
  // Sheets have what a member is known by in one column, whatever it is: what is no running number can't be taken for one.
  if (otherNumber !== undefined) {
    const phone = phonesFromCell(otherNumber) ?? []
    if (phone.length > 0) named.push({ field: 'phone', members: called(phone), isWhere: 'membershipno' })
    else
      named.push({
        field: 'formerNumber',
        members: register.byFormerNumber.get(numberKey(otherNumber)) ?? [],
        isWhere: 'membershipno',
      })
  }
  if (formerNumber !== undefined)
    named.push({ field: 'formerNumber', members: keyed(formerNumber, register.byFormerNumber) })
  if (staffNumber !== undefined)
    named.push({ field: 'staffNumber', members: keyed(staffNumber, register.byStaffNumber) })
  if (phones.length > 0) named.push({ field: 'phone', members: called(phones) })
  return named
}

/** What to do about a number that no member has; undefined where it is an ordinary one. */
function whyNoNumber<Member extends Numbered>(
  { membership, otherNumber }: ReadContribution,
  register: Register<Member>,
): string | undefined {
  if (!membership) return phonesFromCell(otherNumber ?? '') ? undefined : membershipProblem
  const [old, another] =
    membership.coopId === undefined ? (register.byFormerNumber.get(String(membership.number)) ?? []) : []
  if (!old || another) return undefined
  return `No member has this number now. It is the old number of ${old.name}: give ${membershipNumber(register.coopId, old.number)}, or choose “Old membership number” for the column.`
}

/** Why what was found is not enough to say who is meant, in a sentence. */
function whyUncertain<Member extends Numbered>(
  { membership }: ReadContribution,
  common: readonly Member[],
  found: readonly { word: string }[],
  register: Register<Member>,
): string | undefined {
  const [member, another] = common
  const [by, ...others] = found
  if (!member || !by) return undefined
  if (another)
    return by.word === words.phone
      ? `${common.length} members share this phone. Give the membership number.`
      : `${common.map(({ name, number }) => `${name} (${membershipNumber(register.coopId, number)})`).join(' and ')} have this ${by.word}. ${giveAnother}`
  if (others.length > 0) return undefined
  if (by.word === words.staffNumber && isFormer(member.status))
    return `${member.name}, who has this staff number, is no longer a member. ${giveAnother}`
  // Sheets of before Ajose are headed "Member No" too: the number alone does not say which of the two it is.
  const twin =
    by.word === words.membershipno && membership?.coopId === undefined
      ? register.byFormerNumber.get(String(membership?.number))?.find((each) => each !== member)
      : undefined
  return (
    twin &&
    `This is the number of ${member.name} and the old number of ${twin.name}. Give it in full, such as ${membershipNumber(register.coopId, member.number)}, or choose “Old membership number” for the column.`
  )
}
