import { addMonths, dayIn, type Period, periodName, periodOf } from '#core/calendar.ts'
import type { NomineePerson } from '#features/members/members/rules/nominee.ts'
import { type Refusal, refusal } from '#core/refusal.ts'

const monthWrong = refusal('request_month_wrong', 422, 'Choose a month from {first} to {last}.')

export const requestKinds = ['contribution', 'profile', 'nominees'] as const
export type RequestKind = (typeof requestKinds)[number]

export const requestStatuses = ['waiting', 'approved', 'declined', 'withdrawn'] as const
export type RequestStatus = (typeof requestStatuses)[number]

/** What a member may ask to have changed in their own record. */
export const requestFields = [
  'firstName',
  'lastName',
  'phone',
  'otherPhone',
  'email',
  'address',
  'maritalStatus',
  'employmentStatus',
  'nextOfKinFirstName',
  'nextOfKinLastName',
  'nextOfKinPhone',
  'nextOfKinEmail',
  'nextOfKinAddress',
  'nextOfKinRelationship',
  'bankName',
  'bankAccountNumber',
  'bankAccountName',
] as const
export type RequestField = (typeof requestFields)[number]

export type FieldChange = { field: RequestField; before: string | null; after: string | null }

/** Names and phone say who the member is and open the account, and money is paid to the bank account, so an officer looks at a paper before changing them. */
const paperFields: readonly RequestField[] = [
  'firstName',
  'lastName',
  'phone',
  'bankName',
  'bankAccountNumber',
  'bankAccountName',
]

export function needsPaper(fields: readonly { field: RequestField }[]): boolean {
  return fields.some(({ field }) => paperFields.includes(field))
}

/** These are never empty in the register, so no one asks to empty them. */
const alwaysFilled: readonly RequestField[] = [
  'firstName',
  'lastName',
  'phone',
  'maritalStatus',
  'employmentStatus',
  'bankName',
  'bankAccountNumber',
  'bankAccountName',
]

type Asked = { readonly [field in RequestField]?: string | null | undefined }

/** What would be different in the record, field by field; a field that is not named, or is as it was, is left out. */
export function changedFields(
  record: { readonly [field in RequestField]: string | null },
  asked: Asked,
): FieldChange[] {
  return requestFields.flatMap((field) => {
    const given = asked[field]
    if (given === undefined || (!given && alwaysFilled.includes(field))) return []
    const [before, after] = [record[field] || null, given || null]
    return before === after ? [] : [{ field, before, after }]
  })
}

/** A nominee as a request names them. */
export type AskedNominee = NomineePerson & { sharePercent: number }

/** Whether two lists name the same people in the same order, with the same shares. */
export function sameNominees(one: readonly AskedNominee[], other: readonly AskedNominee[]): boolean {
  const words = (list: readonly AskedNominee[]) =>
    JSON.stringify(
      list.map(({ firstName, lastName, relationship, phone, email, address, sharePercent }) => [
        firstName,
        lastName,
        relationship,
        phone,
        email,
        address,
        sharePercent,
      ]),
    )
  return words(one) === words(other)
}

/** How many months ahead a new amount may be asked for. */
export const monthsAheadMax = 12

/** Why a new amount can't be asked for from this month on, or undefined when it can. */
export function whyNotFrom(from: Period, now: Date): Refusal | undefined {
  const first = periodOf(dayIn(now))
  const last = addMonths(first, monthsAheadMax)
  return from < first || from > last
    ? monthWrong({ field: 'contribution.from', first: periodName(first), last: periodName(last) })
    : undefined
}

/** The month from which an amount applies that is approved now: never one that is over, and none before the member's contributions are due. */
export function monthThatHolds(asked: Period, dueFrom: Period, now: Date): Period {
  return [asked, dueFrom, periodOf(dayIn(now))].reduce((latest, each) => (each > latest ? each : latest))
}
