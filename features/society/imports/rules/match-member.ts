import { membershipNumber } from '#core/ids.ts'
import { isFormer, type MemberStatus } from '#features/members/members/rules/member.ts'
import { numberKey } from '#features/members/members/rules/number-key.ts'
import type { Phone } from '#core/phone.ts'
import { membershipFromCell } from '#features/members/members/rules/membership-cell.ts'
import type { ReadContribution } from './contribution-row.ts'
import { identifyingFields } from './fields.ts'
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
  const named = membersNamed(read, register).map(({ field, members }) => ({
    word: words[field],
    column: mapping.indexOf(field),
    members,
  }))
  const found = named.filter(({ members }) => members.length > 0)
  const problems: RowProblem[] = []
  for (const { word, column, members } of named) {
    if (members.length === 0 && (word === words.membershipno || found.length === 0))
      problems.push({ column, message: `No member of this cooperative has this ${word}` })
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
  { membership, formerNumber, staffNumber, phone }: ReadContribution,
  register: Register<Member>,
): { field: Field; members: readonly Member[] }[] {
  const named: { field: Field; members: readonly Member[] }[] = []
  const numbered = ({ number, coopId }: NonNullable<ReadContribution['membership']>) => {
    const member = coopId === undefined || coopId === register.coopId ? register.byNumber.get(number) : undefined
    return member ? [member] : []
  }
  const keyed = (text: string, byKey: ReadonlyMap<string, readonly Member[]>) => {
    const full = membershipFromCell(text)
    return full?.coopId === undefined ? (byKey.get(numberKey(text)) ?? []) : numbered(full)
  }
  if (membership) named.push({ field: 'membershipno', members: numbered(membership) })
  if (formerNumber !== undefined)
    named.push({ field: 'formerNumber', members: keyed(formerNumber, register.byFormerNumber) })
  if (staffNumber !== undefined)
    named.push({ field: 'staffNumber', members: keyed(staffNumber, register.byStaffNumber) })
  if (phone) named.push({ field: 'phone', members: register.byPhone.get(phone) ?? [] })
  return named
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
