import { membershipNumber } from '#core/ids.ts'
import { isFormer, type MemberStatus } from '#features/members/members/rules/member.ts'
import { numberKey } from '#features/members/members/rules/number-key.ts'
import {
  formerHolders,
  type Known,
  likeliest,
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
export type Numbered = Known & { staffNumber: string | null; status: MemberStatus }

/** A staff number may be used by several employers. */
export type NumberedRegister<Member> = Register<Member> & { byStaffNumber: ReadonlyMap<string, readonly Member[]> }

export function numberedRegister<Member extends Numbered>(
  coopId: string,
  members: readonly Member[],
): NumberedRegister<Member> {
  const byStaffNumber = membersBy(members, ({ staffNumber }) => staffNumber && numberKey(staffNumber))
  return { ...registerOf(coopId, members), byStaffNumber }
}

/** What an officer is to know of a cell that is not wrong. */
export type CellNote = { column: number; message: string }

type Field = (typeof identifyingFields.contributions)[number]

const words: Record<Field, string> = {
  membershipno: 'number',
  formerNumber: 'old number',
  staffNumber: 'staff number',
  phone: 'phone',
}
const namedMax = 4
const giveAnother = 'Give the membership number in full, or the phone number.'

/**
 * The member whom a row of contributions names. Each number is looked up as what its column is, and all that are found have
 * to be of one member: a slip in one of them would pay into a stranger's account.
 */
export function matchMember<Member extends Numbered>(
  read: ReadContribution,
  mapping: Mapping,
  register: NumberedRegister<Member>,
): { member: Member | undefined; problems: RowProblem[]; note: CellNote | undefined } {
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
        message: (isNumber && whyNoNumber(read)) || `No member of this cooperative has this ${word}`,
      })
  }
  let common = found[0]?.members ?? []
  for (const { word, column, members } of found) {
    const these = new Set(members)
    const left = common.filter((member) => these.has(member))
    if (left.length === 0)
      problems.push({
        column,
        message: `This ${word} belongs to ${members[0]?.name}, the ${found[0]?.word} to ${common[0]?.name}`,
      })
    else common = left
  }
  common = likeliest(common, read.name ?? '', register)
  const doubt = problems.length === 0 ? whyUncertain(read, common, found, register) : undefined
  if (doubt !== undefined) problems.push({ column: found[0]?.column ?? null, message: doubt })
  const naming: readonly (string | null | undefined)[] = identifyingFields.contributions
  const certain =
    problems.length === 0 && read.problems.every(({ column }) => column === null || !naming.includes(mapping[column]))
  const member = certain ? common[0] : undefined
  return { member, problems, note: member && noteOfOldNumber(read, mapping, member, register) }
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
    const members = [...membersCalled(called, register), ...formerHolders(called, register)]
    named.push({ field, members, isWhere: 'membershipno' })
  }
  if (formerNumber !== undefined)
    named.push({ field: 'formerNumber', members: keyed(formerNumber, register.byFormerNumber) })
  if (staffNumber !== undefined)
    named.push({ field: 'staffNumber', members: keyed(staffNumber, register.byStaffNumber) })
  if (phones.length > 0) named.push({ field: 'phone', members: membersCalled({ as: 'phone', phones }, register) })
  return named
}

/** What to do about what is no member's; undefined where it is an ordinary number. */
function whyNoNumber({ called }: ReadContribution): string | undefined {
  return called?.as === 'formerNumber' ? membershipProblem : undefined
}

/** A running number that is the member's old one, which the officer sees. */
function noteOfOldNumber<Member extends Numbered>(
  { called }: ReadContribution,
  mapping: Mapping,
  member: Member,
  register: NumberedRegister<Member>,
): CellNote | undefined {
  if (!called || !formerHolders(called, register).includes(member)) return undefined
  const message = `Found by the old membership number: ${member.name}, ${membershipNumber(register.coopId, member.number)}`
  return { column: mapping.indexOf('membershipno'), message }
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
  if (another) {
    if (by.word === words.phone) return `${common.length} members share this phone. Give the membership number.`
    if (called?.as === 'number' && !formerHolders(called, register).includes(member))
      return `This is the number of ${member.name} and the old number of ${another.name}. Give it in full, such as ${membershipNumber(register.coopId, member.number)}, or choose “Old membership number” for the column.`
    const named = common
      .slice(0, namedMax)
      .map(({ name, number }) => `${name} (${membershipNumber(register.coopId, number)})`)
    return `${named.join(' and ')} have this ${by.word}. ${giveAnother}`
  }
  const isLeftsStaffNumber = others.length === 0 && by.word === words.staffNumber && isFormer(member.status)
  return isLeftsStaffNumber
    ? `${member.name}, who has this staff number, is no longer a member. ${giveAnother}`
    : undefined
}
