import { personTextNames, personTexts } from '#features/members/members/rules/record-texts.ts'
import type { ImportField, ImportKind, Mapping } from './import.ts'

const optional = (name: string, label: string): ImportField => ({ name, label, required: false })
const required = (name: string, label: string): ImportField => ({ name, label, required: true })

const relative = (prefix: 'nextOfKin' | 'nominee', label: string): ImportField[] => [
  optional(`${prefix}FullName`, `${label}: full name`),
  optional(`${prefix}FirstName`, `${label}: first name`),
  optional(`${prefix}LastName`, `${label}: last name`),
  optional(`${prefix}Phone`, `${label}: phone`),
  optional(`${prefix}Email`, `${label}: email`),
  optional(`${prefix}Address`, `${label}: address`),
  optional(`${prefix}Relationship`, `${label}: relationship`),
]

const memberFields: readonly ImportField[] = [
  optional('title', 'Title (Mr, Mrs, Chief …)'),
  required('firstName', 'First name'),
  required('lastName', 'Last name'),
  optional('fullName', 'Full name (instead of first and last name)'),
  optional('otherNames', 'Other names (added to the first name)'),
  optional('phone', 'Phone number'),
  optional('otherPhone', 'Other phone'),
  optional('email', 'Email'),
  optional('dateOfBirth', 'Date of birth'),
  optional('gender', 'Gender'),
  optional('address', 'Address'),
  optional('maritalStatus', 'Marital status'),
  ...personTextNames.map((name) => optional(name, personTexts[name].label)),
  optional('employmentStatus', 'Employment status'),
  optional('registrationDate', 'Date of joining'),
  optional('formerNumber', 'Old membership number'),
  optional('employer', 'Employer'),
  optional('staffNumber', 'Staff number'),
  optional('monthlyContributions', 'Monthly contribution'),
  ...relative('nextOfKin', 'Next of kin'),
  ...relative('nominee', 'Nominee'),
  optional('bankName', 'Bank'),
  optional('bankAccountNumber', 'Bank account number'),
  optional('bankAccountName', 'Bank account name'),
]

const contributionFields: readonly ImportField[] = [
  optional('membershipno', 'Membership number (or phone, staff or old number)'),
  optional('formerNumber', 'Old membership number'),
  optional('staffNumber', 'Staff number'),
  optional('phone', 'Phone number'),
  optional('name', 'Name (compared with the member’s)'),
  optional('otherNames', 'Other names (compared with the member’s)'),
  required('amount', 'Amount'),
  optional('accountType', 'Account type'),
]

/** The fields that the columns of a file of this kind may fill. */
export function importFields(kind: ImportKind): readonly ImportField[] {
  return kind === 'members' ? memberFields : contributionFields
}

/** Fields of members that are nothing without others: an employer knows a member by the staff number, a bank by the account. */
export const neededWith: Readonly<Record<string, readonly string[]>> = {
  employer: ['staffNumber'],
  bankName: ['bankAccountNumber'],
  bankAccountNumber: ['bankName'],
  bankAccountName: ['bankName', 'bankAccountNumber'],
}

/** What columns lack that are nothing alone, as `neededWith` says. */
export function lackedBeside(mapping: Mapping): { field: string; lacks: string[] }[] {
  return mapping.flatMap((field) => {
    const lacks = field === null ? [] : (neededWith[field] ?? []).filter((other) => !mapping.includes(other))
    return field === null || lacks.length === 0 ? [] : [{ field, lacks }]
  })
}

/** Required fields that no column fills yet, and those that another column needs beside it; a full name counts as both names, and one of the numbers that name a member is enough. */
export function missingFields(kind: ImportKind, mapping: Mapping): string[] {
  const filled = (name: string) => mapping.includes(name)
  if (kind === 'contributions') {
    return [
      ...(identifyingFields.contributions.some(filled) ? [] : ['membershipno']),
      ...(filled('amount') ? [] : ['amount']),
    ]
  }
  const names = filled('fullName') ? [] : ['firstName', 'lastName'].filter((name) => !filled(name))
  return [...names, ...new Set(lackedBeside(mapping).flatMap(({ lacks }) => lacks))]
}

/** Whether each column is left out or fills a field that no other column fills. */
export function isMapping(kind: ImportKind, mapping: Mapping, columns: number): boolean {
  const names = mapping.filter((name) => name !== null)
  const known = new Set(importFields(kind).map(({ name }) => name))
  return mapping.length === columns && names.every((name) => known.has(name)) && new Set(names).size === names.length
}

/** The fields by which a row names a person; a row of figures without them is a sum. */
export const identifyingFields = {
  members: ['firstName', 'lastName', 'fullName', 'phone'],
  contributions: ['membershipno', 'formerNumber', 'staffNumber', 'phone'],
} as const satisfies Record<ImportKind, readonly string[]>
