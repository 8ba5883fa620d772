import { membershipNumber } from '#core/ids.ts'
import { isFormer, type MemberStatus } from '#features/members/members/rules/member.ts'
import { numberKey } from '#features/members/members/rules/number-key.ts'
import {
  formerHolders,
  type Known,
  memberCell,
  membersBy,
  membersCalled,
  type Register,
  registerOf,
} from '#features/members/members/rules/recognise-member.ts'
import { membershipProblem, type ReadContribution } from './contribution-row.ts'
import { identifyingFields } from './fields.ts'
import type { Mapping, RowProblem } from './import.ts'

/** A member with every number by which a sheet may name one. */
export type Numbered = Known & { staffNumber: string | null; status: MemberStatus; mergedInto?: string | null }

/** A staff number may be used by several employers. */
export type NumberedRegister<Member> = Register<Member> & { byStaffNumber: ReadonlyMap<string, readonly Member[]> }

export function numberedRegister<Member extends Numbered>(
  coopId: string,
  members: readonly Member[],
): NumberedRegister<Member> {
  const byStaffNumber = membersBy(members, ({ staffNumber }) => staffNumber && numberKey(staffNumber))
  return { ...registerOf(coopId, members), byStaffNumber }
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
  register: NumberedRegister<Member>,
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
  { called, formerNumber, staffNumber, phones }: ReadContribution,
  register: NumberedRegister<Member>,
): { field: Field; members: readonly Member[]; isWhere?: Field }[] {
  const named: { field: Field; members: readonly Member[]; isWhere?: Field }[] = []
  const keyed = (text: string, byKey: ReadonlyMap<string, readonly Member[]>) => {
    const cell = memberCell(text)
    return cell?.as === 'number' && cell.coopId !== undefined
      ? membersCalled(cell, register)
      : (byKey.get(numberKey(text)) ?? [])
  }
  if (called) {
    const field = called.as === 'number' ? 'membershipno' : called.as
    named.push({ field, members: membersCalled(called, register), isWhere: 'membershipno' })
  }
  if (formerNumber !== undefined)
    named.push({ field: 'formerNumber', members: keyed(formerNumber, register.byFormerNumber) })
  if (staffNumber !== undefined)
    named.push({ field: 'staffNumber', members: keyed(staffNumber, register.byStaffNumber) })
  if (phones.length > 0) named.push({ field: 'phone', members: membersCalled({ as: 'phone', phones }, register) })
  return named
}

/** What to do about a number that no member has; undefined where it is an ordinary one. */
function whyNoNumber<Member extends Numbered>(
  { called }: ReadContribution,
  register: NumberedRegister<Member>,
): string | undefined {
  if (called?.as !== 'number') return called?.as === 'phone' ? undefined : membershipProblem
  const [old, another] = formerHolders(called, register)
  if (!old || another) return undefined
  return `No member has this number now. It is the old number of ${old.name}: give ${membershipNumber(register.coopId, old.number)}, or choose “Old membership number” for the column.`
}

/** Why what was found is not enough to say who is meant, in a sentence. */
function whyUncertain<Member extends Numbered>(
  { called }: ReadContribution,
  common: readonly Member[],
  found: readonly { word: string }[],
  register: NumberedRegister<Member>,
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
  const [twin] = by.word === words.membershipno && called ? formerHolders(called, register) : []
  return (
    twin &&
    `This is the number of ${member.name} and the old number of ${twin.name}. Give it in full, such as ${membershipNumber(register.coopId, member.number)}, or choose “Old membership number” for the column.`
  )
}
