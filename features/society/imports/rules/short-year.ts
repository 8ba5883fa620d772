import type { Day } from '#core/calendar.ts'
import { cellText, dayFromCell, type YearOf } from '#core/spreadsheets/cell.ts'
import { partDayFromCell } from './part-day.ts'

/** How long ago a day of a register may be: older people, and longer memberships, are a wrong century. */
const yearsMax = { dateOfBirth: 100, registrationDate: 75 }

type DayField = keyof typeof yearsMax

export const dayFields = ['dateOfBirth', 'registrationDate'] as const satisfies readonly DayField[]

export const shortYearProblem = 'Write the year in full, such as 1956'

/** The one year of either century that two digits may be in a date of this field; undefined where none or both may be. */
export function yearReader(field: DayField, today: Day): YearOf {
  const thisYear = Number(today.slice(0, 4))
  return (digits) => {
    if (digits.length === 4) return digits
    const years = [1900, 2000]
      .map((century) => century + Number(digits))
      .filter((year) => year <= thisYear && year >= thisYear - yearsMax[field])
    return years.length === 1 ? String(years[0]) : undefined
  }
}

/** Whether a cell has a date but for its year, which has two digits. */
export function hasShortYear(text: string): boolean {
  let isShort = false
  const note: YearOf = (digits) => {
    isShort ||= digits.length === 2
    return digits.length === 2 ? '2000' : digits
  }
  const isDate = dayFromCell(text, 'day', note) !== undefined || partDayFromCell(text, note) !== undefined
  return isDate && isShort
}

/** The day that a stored cell with a year of two digits is read as; undefined for any other cell. */
export function dayOfShortYear(field: string | null, stored: string, today: Day): Day | undefined {
  const dayField = dayFields.find((name) => name === field)
  const text = cellText(stored)
  return dayField && hasShortYear(text) ? dayFromCell(text, 'day', yearReader(dayField, today)) : undefined
}
