import { addDays, addMonthsToDay, type Day } from '#core/calendar.ts'
import type { FiscalYear } from '#features/accounting/books/rules/fiscal-year.ts'
import { labelled } from '#core/words.ts'

export const filingKinds = [
  'annual_return',
  'audit',
  'annual_meeting',
  'licence',
  'tax',
  'data_protection',
  'other',
] as const
export type FilingKind = (typeof filingKinds)[number]

export const filingKindNames: Record<FilingKind, string> = labelled({
  annual_return: 'Annual return',
  audit: 'Audit',
  annual_meeting: 'Annual general meeting',
  licence: 'Licence or registration',
  tax: 'Tax',
  data_protection: 'Data protection',
  other: 'Other',
})

export const monthsMax = 60
export const remindDaysMax = 365

export type UsualFiling = {
  kind: FilingKind
  name: string
  authority: string
  dueOn: Day
  everyMonths: number
  remindDays: number
  note: string
}

const confirm = 'Confirm the day with your Director of Co-operatives.'

/**
 * What a Nigerian society usually owes in the year after a year of account. That each is owed is known, the days are not
 * the same in every State and could not be verified: the notes say so. `people`: how many the register holds, former members too.
 */
export function usualFilings({ to }: FiscalYear, people: number): UsualFiling[] {
  const after = (months: number) => addMonthsToDay(addDays(to, 1), months)
  const usual = { everyMonths: 12, remindDays: 30 }
  const followingMarch = `${Number(to.slice(0, 4)) + 1}-03-31` as Day
  return [
    {
      ...usual,
      kind: 'audit',
      name: 'Audit of the accounts',
      authority: 'Approved auditor or the Director’s auditors',
      dueOn: addDays(after(2), -1),
      note: confirm,
    },
    {
      ...usual,
      kind: 'annual_meeting',
      name: 'Annual general meeting',
      authority: 'Members',
      dueOn: addDays(after(3), -1),
      note: `Bye-laws often say the first quarter, after the audit. ${confirm}`,
    },
    {
      ...usual,
      kind: 'annual_return',
      name: 'Annual return',
      authority: 'Director of Co-operatives of the State',
      dueOn: addDays(after(4), -1),
      note: confirm,
    },
    ...dataProtectionFilings(people).map((each) => ({ ...usual, ...each, dueOn: followingMarch })),
  ]
}

/** From how many people on a society registers with the Commission each year, and from how many it returns an audit instead (GAID 2025; docs/law.md). */
const renewsFrom = 200
const auditsFrom = 1000

function dataProtectionFilings(people: number): Pick<UsualFiling, 'kind' | 'name' | 'authority' | 'note'>[] {
  if (people < renewsFrom) return []
  const common = { kind: 'data_protection', authority: 'Nigeria Data Protection Commission' } as const
  const held = `Your register holds ${people} people.`
  const confirmed = 'Confirm it with the Commission.'
  return people < auditsFrom
    ? [
        {
          ...common,
          name: 'Renewal of the data protection registration',
          note: `${held} From ${renewsFrom} to ${auditsFrom - 1} a society renews its registration each year and files no audit return. Enter the day of your own registration. ${confirmed}`,
        },
      ]
    : [
        {
          ...common,
          name: 'Data protection compliance audit return',
          note: `${held} From ${auditsFrom} on a society files a compliance audit return by 31 March each year; its first audit is due within 15 months of the registration. ${confirmed}`,
        },
      ]
}

type Reminded = { dueOn: Day; remindDays: number; remindedOn: Day | null }

/** Whether officers are to be told today: when its time begins, a week before, on the day, and each week after it. */
export function isReminderDue({ dueOn, remindDays, remindedOn }: Reminded, today: Day): boolean {
  const points = [addDays(dueOn, -remindDays), addDays(dueOn, -7), dueOn].filter(
    (point) => point >= addDays(dueOn, -remindDays),
  )
  for (let week = addDays(dueOn, 7); week <= today; week = addDays(week, 7)) points.push(week)
  return points.some((point) => point <= today && (remindedOn === null || point > remindedOn))
}

/** The day on which it is due again. Counted from the day that was due, not from the day on which it was done. */
export function nextDue(dueOn: Day, everyMonths: number | null): Day | undefined {
  return everyMonths === null ? undefined : addMonthsToDay(dueOn, everyMonths)
}
