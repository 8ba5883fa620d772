import { membershipNumber } from '#core/ids.ts'
import type { Phone } from '#core/phone.ts'
import { isFormer, type MemberStatus } from './member.ts'
import { membershipFromCell } from './membership-cell.ts'
import { foldedAgrees, type FoldedName, foldName } from './name-match.ts'
import { numberKey } from './number-key.ts'
import { phonesFromCell } from './phone-cell.ts'

/** A member with the numbers by which any sheet may name one. */
export type Known = {
  number: number
  formerNumber: string | null
  phone: Phone | null
  name: string
  status?: MemberStatus
  /** The membership number of the record into which this one of the same person was merged. */
  mergedInto?: string | null
}

export type Register<Member> = {
  coopId: string
  byNumber: ReadonlyMap<number, Member>
  byFormerNumber: ReadonlyMap<string, readonly Member[]>
  /** Members who share a phone are several. */
  byPhone: ReadonlyMap<Phone, readonly Member[]>
  /** Their names as they are compared, once they were. */
  names: Map<Member, FoldedName>
}

export function registerOf<Member extends Known>(coopId: string, members: readonly Member[]): Register<Member> {
  return {
    coopId,
    byNumber: new Map(members.map((member) => [member.number, member])),
    byFormerNumber: membersBy(members, ({ formerNumber }) => formerNumber && numberKey(formerNumber)),
    byPhone: membersBy(members, ({ phone }) => phone),
    names: new Map(),
  }
}

/** All members of each key; those without one are left out. */
export function membersBy<Member, Key>(
  members: readonly Member[],
  keyOf: (member: Member) => Key | null,
): Map<Key, Member[]> {
  const groups = new Map<Key, Member[]>()
  for (const member of members) {
    const key = keyOf(member)
    if (key === null) continue
    const group = groups.get(key)
    if (group) group.push(member)
    else groups.set(key, [member])
  }
  return groups
}

/**
 * What is in a cell that names a member. Sheets have what a member is known by in one column, whatever it is: what is no running number
 * can't be taken for one.
 */
export type MemberCell =
  | { as: 'number'; number: number; coopId: string | undefined }
  | { as: 'phone'; phones: readonly Phone[] }
  | { as: 'formerNumber'; key: string }

/** Undefined where the cell is empty. */
export function memberCell(text: string): MemberCell | undefined {
  const bare = text.trim().replace(/^'/, '')
  if (bare === '') return undefined
  const membership = membershipFromCell(bare)
  if (membership) return { as: 'number', ...membership }
  const phones = phonesFromCell(bare) ?? []
  return phones.length > 0 ? { as: 'phone', phones } : { as: 'formerNumber', key: numberKey(bare) }
}

/** By what the members of these cells are looked up. A running number may also be somebody's old one. */
export function keysOf(cells: readonly MemberCell[]): {
  numbers: Set<number>
  phones: Set<Phone>
  formerNumbers: Set<string>
} {
  const numbers = cells.flatMap((cell) => (cell.as === 'number' ? cell.number : []))
  return {
    numbers: new Set(numbers),
    phones: new Set(cells.flatMap((cell) => (cell.as === 'phone' ? cell.phones : []))),
    formerNumbers: new Set([
      ...cells.flatMap((cell) => (cell.as === 'formerNumber' ? cell.key : [])),
      ...numbers.map(String),
    ]),
  }
}

/** Whose number, phone or old number it is. */
export function membersCalled<Member>(cell: MemberCell, register: Register<Member>): readonly Member[] {
  if (cell.as === 'phone') return [...new Set(cell.phones.flatMap((phone) => register.byPhone.get(phone) ?? []))]
  if (cell.as === 'formerNumber') return register.byFormerNumber.get(cell.key) ?? []
  const isOurs = cell.coopId === undefined || cell.coopId === register.coopId
  const member = isOurs ? register.byNumber.get(cell.number) : undefined
  return member ? [member] : []
}

/** Whose old number a running number is: sheets of before Ajose are headed "Member No" too, so the number alone does not say which of the two it is. */
export function formerHolders<Member>(cell: MemberCell, register: Register<Member>): readonly Member[] {
  if (cell.as !== 'number' || cell.coopId !== undefined) return []
  const now = membersCalled(cell, register)
  return (register.byFormerNumber.get(String(cell.number)) ?? []).filter((member) => !now.includes(member))
}

/**
 * Of several whom a row may mean: those who have the name beside it, in full or in part, and of these the present members, or those
 * expected in the sheet, where there are any. A merged record is the one that it was merged into.
 */
export function likeliest<Member extends Known>(
  all: readonly Member[],
  name: string,
  { coopId, names }: Register<Member>,
  isExpected: (member: Member) => boolean = () => false,
): readonly Member[] {
  if (all.length < 2) return all
  const isMerged = ({ mergedInto }: Member) =>
    mergedInto && all.some(({ number }) => membershipNumber(coopId, number) === mergedInto)
  const people = all.filter((member) => !isMerged(member))
  const written = foldName(name)
  const having = (how: 'whole' | 'partly') =>
    people.filter((member) => {
      const own = names.get(member) ?? foldName(member.name)
      names.set(member, own)
      return foldedAgrees(written, own, how)
    })
  const whole = name === '' ? [] : having('whole')
  const agreeing = name === '' || whole.length > 0 ? whole : having('partly')
  const fitting = agreeing.length > 0 ? agreeing : people
  const present = fitting.filter((member) => isExpected(member) || !member.status || !isFormer(member.status))
  return present.length > 0 ? present : fitting
}

/**
 * Whom a cell names, and by what: several where it may be any of them. A running number is of the member who has it now and is expected in
 * the sheet, where none of those with that old number is.
 */
export function recogniseMember<Member extends Known>(
  cell: MemberCell | undefined,
  name: string,
  register: Register<Member>,
  isExpected: (member: Member) => boolean = () => false,
): { as: MemberCell['as']; members: readonly Member[] } | undefined {
  if (!cell) return undefined
  const now = membersCalled(cell, register)
  const likely = likeliest([...now, ...formerHolders(cell, register)], name, register, isExpected)
  const expected = cell.as === 'number' ? likely.filter(isExpected) : []
  const members = expected.length === 1 && now.includes(expected[0] as Member) ? expected : likely
  const [one] = members
  if (!one) return undefined
  return { as: now.includes(one) ? cell.as : 'formerNumber', members }
}

const namedMax = 4

/** Why a cell that may name several members names none, as a sentence without its end. */
export function whyNotOne<Member extends Known>(
  { as, members }: { as: MemberCell['as']; members: readonly Member[] },
  coopId: string,
): string {
  const named = members.slice(0, namedMax).map(({ name, number }) => `${name} (${membershipNumber(coopId, number)})`)
  if (as === 'phone') return `${members.length} members share this phone: ${named.join(', ')}`
  return as === 'number'
    ? `This is the number of ${named[0]} and the old number of ${named.slice(1).join(' and ')}`
    : `${named.join(' and ')} have this old number`
}
