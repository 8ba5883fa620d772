import type { Day } from '#core/calendar.ts'
import { nairaNumber } from '#core/money.ts'
import { dayAheadProblem } from '#core/past-day.ts'
import type { Phone } from '#core/phone.ts'
import { phoneFromCell, phonesFromCell } from '#features/members/members/rules/phone-cell.ts'
import { amountFromCell, amountProblemOf } from '#core/spreadsheets/amount.ts'
import { cellText, dayFromCell, formulaProblem, isFormula, optionalCell } from '#core/spreadsheets/cell.ts'
import type { Mapping, RowProblem } from './import.ts'
import { accountNumberFrom, bankNamed } from '#features/members/members/rules/bank-details.ts'
import { dayOfPart, type PartDayChoice, partDayFromCell, partDayProblem } from './part-day.ts'
import { saysSurnameFirst, splitFullName, titleInFull, titleOf } from './person-name.ts'
import { dayFields, hasShortYear, shortYearProblem, yearReader } from './short-year.ts'
import { tidyName } from './tidy-name.ts'

/** A row read as registration takes a member; what could not be read stays as it is, for the rules to refuse. */
export type MemberDraft = Record<string, string | number | null>

export type ReadMember = {
  draft: MemberDraft
  /** Where the person works, which is kept beside the member. */
  work: Work
  /** Problems of reading alone; whether the values are allowed is the contract's to say. */
  problems: RowProblem[]
  /** The column that each field of the draft came from, so that a rule's sentence finds its cell. */
  columnOf: ReadonlyMap<string, number>
}

export type Work = { employer: string | undefined; staffNumber: string | undefined }

export const dateProblem = 'Use a date such as 31/12/1990'
export const phonesProblem = 'Keep two phone numbers at most'

const phones = ['nextOfKinPhone', 'nomineePhone']
const ownPhones = ['phone', 'otherPhone']
const names = [
  'firstName',
  'lastName',
  'nextOfKinFirstName',
  'nextOfKinLastName',
  'nomineeFirstName',
  'nomineeLastName',
]
const people = [
  ['fullName', 'firstName', 'lastName'],
  ['nextOfKinFullName', 'nextOfKinFirstName', 'nextOfKinLastName'],
  ['nomineeFullName', 'nomineeFirstName', 'nomineeLastName'],
] as const

/** `partDays` says which day is used for a date known to the year or month; null where none was chosen yet. */
type Reading = { today: Day; partDays: PartDayChoice | null }

/** Reads one row of a register by the mapping of its columns. */
export function readMemberRow(
  cells: readonly string[],
  mapping: Mapping,
  headings: readonly string[],
  reading: Reading,
): ReadMember {
  const columnOf = new Map<string, number>()
  mapping.forEach((field, column) => void (field !== null && columnOf.set(field, column)))
  const draft: MemberDraft = {}
  const problems: RowProblem[] = []
  const texts = new Map<string, string>()
  for (const [field, column] of columnOf) {
    const stored = cells[column] ?? ''
    if (isFormula(stored)) problems.push({ column, message: formulaProblem(stored) })
    else texts.set(field, names.includes(field) || field.endsWith('ullName') ? cellText(stored) : optionalCell(stored))
  }
  for (const [field, text] of texts) {
    if (text === '' || ownPhones.includes(field) || field === 'employer' || field === 'staffNumber') continue
    const problem = readField(draft, field, text, reading)
    if (problem)
      problems.push({
        column: columnOf.get(field) ?? null,
        message: problem,
        ...(problem === partDayProblem && { isPartDay: true }),
      })
  }
  readPhones(draft, texts, columnOf, problems)
  readNames(draft, texts, columnOf, headings)
  const work = {
    employer: texts.get('employer') || undefined,
    staffNumber: texts.get('staffNumber')?.replace(/^'/, '') || undefined,
  }
  return { draft, work, problems, columnOf }
}

/** Puts one cell into the draft; says what is wrong where it can't be read. */
function readField(draft: MemberDraft, field: string, text: string, { today, partDays }: Reading): string | undefined {
  const dayField = dayFields.find((name) => name === field)
  if (dayField) {
    const yearOf = yearReader(dayField, today)
    const part = partDayFromCell(text, yearOf)
    if (part && !partDays) return partDayProblem
    const day = part && partDays ? dayOfPart(part, partDays, today) : dayFromCell(text, 'day', yearOf)
    if (!day) return hasShortYear(text) ? shortYearProblem : dateProblem
    draft[field] = day
    return day > today ? dayAheadProblem : undefined
  }
  if (field === 'monthlyContributions') {
    const amount = amountFromCell(text)
    if (amount === undefined) return amountProblemOf(text)
    draft[field] = nairaNumber(amount)
    return undefined
  }
  if (phones.includes(field)) draft[field] = phoneFromCell(text) ?? text
  else if (field === 'gender') draft[field] = genderFrom(text)
  else if (field === 'maritalStatus') draft[field] = maritalStatusFrom(text)
  else if (field === 'title') draft[field] = titleInFull(text)
  else if (field === 'bankName') draft[field] = bankNamed(text)
  else if (field === 'bankAccountNumber') draft[field] = accountNumberFrom(text)
  else if (field === 'formerNumber') draft[field] = text.replace(/^'/, '')
  else draft[field] = text
  return undefined
}

/** What else clerks write for a member without a phone. */
const noPhone = /^(?:no(?: ?(?:phone|number|line|gsm))?|without|0+|x+)$/i

/** The first number of both cells is the phone, the second the other one; a member may have neither. */
function readPhones(
  draft: MemberDraft,
  texts: ReadonlyMap<string, string>,
  columnOf: ReadonlyMap<string, number>,
  problems: RowProblem[],
): void {
  const found: Phone[] = []
  for (const field of ownPhones) {
    const text = texts.get(field) ?? ''
    const read = noPhone.test(text) ? [] : phonesFromCell(text)
    // The rules refuse it under its own field.
    if (!read) draft[field] = text
    for (const phone of read ?? []) {
      if (found.includes(phone)) continue
      found.push(phone)
      if (found.length === 3) problems.push({ column: columnOf.get(field) ?? null, message: phonesProblem })
    }
  }
  draft['phone'] ??= found.shift() ?? null
  const [other] = found
  if (other !== undefined) draft['otherPhone'] ??= other
}

/** Full names fill the parts that no cell of their own gave; other names follow the first name. Capitals are tidied. */
function readNames(
  draft: MemberDraft,
  texts: ReadonlyMap<string, string>,
  columnOf: Map<string, number>,
  headings: readonly string[],
): void {
  for (const [full, first, last] of people) {
    const text = texts.get(full)
    const column = columnOf.get(full)
    if (text !== undefined && column !== undefined) {
      const { firstName, lastName } = splitFullName(text, saysSurnameFirst(headings[column] ?? ''))
      fill(draft, columnOf, first, firstName, column)
      fill(draft, columnOf, last, lastName, column)
      const title = full === 'fullName' ? titleOf(text) : undefined
      if (title !== undefined) draft['title'] ??= title
    }
    delete draft[full]
  }
  for (const name of [...names, 'otherNames']) {
    const text = draft[name]
    if (typeof text === 'string') draft[name] = tidyName(text)
  }
  const { firstName, otherNames } = draft
  if (firstName && otherNames) draft['firstName'] = `${firstName} ${otherNames}`
  delete draft['otherNames']
}

function fill(draft: MemberDraft, columnOf: Map<string, number>, field: string, text: string, column: number): void {
  if (draft[field] === undefined && text) draft[field] = text
  if (!columnOf.has(field)) columnOf.set(field, column)
}

const genderWords: Record<string, string> = {
  m: 'male',
  male: 'male',
  man: 'male',
  f: 'female',
  female: 'female',
  woman: 'female',
}

function genderFrom(text: string): string {
  return genderWords[text.toLowerCase().replace(/\.$/, '')] ?? text
}

const maritalWords: Record<string, string> = {
  s: 'single',
  m: 'married',
  d: 'divorced',
  w: 'widowed',
  widow: 'widowed',
  widower: 'widowed',
}

function maritalStatusFrom(text: string): string {
  return maritalWords[text.toLowerCase().replace(/\.$/, '')] ?? text
}
