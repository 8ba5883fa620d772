import { type Day, isDay } from '#core/calendar.ts'

/**
 * What makes a spreadsheet take text for a formula when it opens a CSV file. Programs that fold characters first (NFKC) read
 * wide, small, raised and lowered forms of a sign as the sign, and some drop spaces and what can't be seen before it.
 */
const dangerous = /^'*(?:[\t\r\n\0]|[\s\p{Cc}\p{Cf}\p{DI}]*[=⁼₌⩵⩶﹦＝+⁺₊﬩﹢＋\-−⁻₋﹣－@﹫＠])/u
const defended = (text: string) => text.startsWith("'") && dangerous.test(text)

/** Text for a CSV cell that no spreadsheet runs as a formula. `undefendCell` gives the text back, whatever it is. */
export function defendCell(text: string): string {
  return dangerous.test(text) ? `'${text}` : text
}

/** Takes away exactly the one apostrophe that an export put before the text. */
export function undefendCell(text: string): string {
  return defended(text) ? text.slice(1) : text
}

/**
 * How a cell of a file is kept until it is posted: as one would type it into a spreadsheet. A leading = is a formula
 * whose value the file does not have, a leading apostrophe before = says that the text itself begins so.
 */
export function storedCell(text: string, isFormula: boolean): string {
  if (isFormula) return text.startsWith('=') ? text : `=${text}`
  return /^'*=/.test(text) ? `'${text}` : text
}

/** A row of a file as it is kept until it is posted; `formulas` are the columns whose formula has no value. */
export function storedCells({ cells, formulas }: { cells: readonly string[]; formulas: readonly number[] }): string[] {
  return cells.map((cell, column) => storedCell(cell, formulas.includes(column)))
}

export function isFormula(stored: string): boolean {
  return stored.startsWith('=')
}

/** A workbook keeps the value beside each formula; a CSV file has the formula alone. */
export function formulaProblem(stored: string): string {
  // What Excel shows in place of a value, such as #N/A.
  if (stored.startsWith('=#'))
    return `This cell shows the error ${stored.slice(1)}. Type the value here, or correct it in Excel.`
  return stored === '='
    ? 'This cell has a formula without a value. Open the file in Excel, save it and upload it again.'
    : 'This cell has a formula. Paste it as a value.'
}

/** The one-line text that a stored cell means. */
export function cellText(stored: string): string {
  return stored
    .replace(/^'(?='*=)/, '')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
}

/**
 * The text that a stored cell gets in a workbook, so that it comes back as it was: no spreadsheet runs a text of a
 * workbook, so it needs an apostrophe only where reading takes one away. A formula without a value is empty.
 */
export function cellForWorkbook(stored: string): string {
  if (isFormula(stored)) return ''
  const text = stored.replace(/^'(?='*=)/, '')
  return defended(text) ? `'${text}` : text
}

const placeholders = new Set(['-', '--', '–', '—', '.', 'n/a', 'na', 'nil', 'nill', 'none', 'null'])

/** The text of a cell that may be empty; what clerks write for "nothing" counts as empty. */
export function optionalCell(stored: string): string {
  const text = cellText(stored)
  return placeholders.has(text.toLowerCase()) ? '' : text
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
export const monthNames =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const isoDay = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/
/** What is written with a day and says no more of it: the time, and the day of the week. */
const clock = /^\d{1,2}:\d\d[\d:.,]* ?(?:[ap]\.?m\.?)? ?(?:WAT|GMT|UTC|Z)?(?:[+-][\d:]+)?$/i
const weekday = /^[a-z]+day,?\s+|^[a-z]{3},\s+/i
const numericDay = /^(\d{1,2})\s?[-/. ]\s?(\d{1,2})\s?[-/. ]\s?(\d{4}|\d{2})$/
const dayMonthYear = new RegExp(
  String.raw`^(\d{1,2})(?:st|nd|rd|th)?[\s\-/,.]*(?:of\s+)?(${monthNames})[\s\-/,.']*(\d{4}|\d{2})$`,
  'i',
)
const yearMonthDay = new RegExp(String.raw`^(\d{4})[\s\-/.]+(${monthNames})[\s\-/.]+(\d{1,2})$`, 'i')
const monthDayYear = new RegExp(String.raw`^(${monthNames})[\s\-/.]*(\d{1,2})(?:st|nd|rd|th)?[\s,]+(\d{4})$`, 'i')

/** The day that Excel numbers 1970-01-01. */
const excelEpoch = 25_569

/** The year that the digits of one are; undefined where that can’t be said. */
export type YearOf = (digits: string) => string | undefined

/** Which of the two numbers comes first in 03/04/2024. */
export type DayOrder = 'day' | 'month'

/**
 * A day as people write it: 2024-03-31, 31/03/2024, 31-3-24, 31 March 2024, 2024 Mar 31, March 31, 2024, with or without a
 * time behind it, or Excel's number of a day. 03/04/2024 is the third of April unless a person said of the file that its
 * months come first: where that was guessed, a file would half succeed. `yearOf` says which year two digits are.
 */
export function dayFromCell(text: string, order: DayOrder = 'day', yearOf: YearOf = fullYear): Day | undefined {
  const day = anyDay(text, order, yearOf)
  return day && yearFormattedAsDay(day) ? undefined : day
}

/** 2014 in a cell that is formatted as a date is shown, and exported, as Excel's day 2014: 6 July 1905. No register has a day of then. */
export function yearFromCell(text: string): string | undefined {
  const day = anyDay(text, 'day', fullYear)
  return day && yearFormattedAsDay(day)
}

function yearFormattedAsDay(day: Day): string | undefined {
  const serial = Date.parse(day) / 86_400_000 + excelEpoch
  return serial >= 1900 && serial < 2100 ? String(serial) : undefined
}

/** The time of day in a cell, in seconds; undefined where it has none. */
export function timeFromCell(text: string): number | undefined {
  const [, hours = '', minutes = '', seconds = '0', half] =
    /(?:^|[\sT,])(\d{1,2}):(\d\d)(?::(\d\d))?[\d.,]* ?([ap]\.?m\b)?/i.exec(text) ?? []
  if (hours === '') return undefined
  const hour = half ? (Number(hours) % 12) + (/^p/i.test(half) ? 12 : 0) : Number(hours)
  return (hour * 60 + Number(minutes)) * 60 + Number(seconds)
}

function withoutTime(text: string): string {
  const at = text.search(/\d{1,2}:\d\d/)
  if (at < 1 || !clock.test(text.slice(at))) return text
  const day = text.slice(0, at).trimEnd()
  return /[T,]$/.test(day) ? day.slice(0, -1).trimEnd() : day
}

function anyDay(text: string, order: DayOrder, yearOf: YearOf): Day | undefined {
  const bare = withoutTime(text.trim().replace(/^'/, '').replace(weekday, ''))
  const iso = isoDay.exec(bare)
  if (iso) return dayOf(iso[1], iso[2], iso[3])
  const numeric = numericDay.exec(bare)
  if (numeric)
    return order === 'day'
      ? dayOf(yearOf(numeric[3] ?? ''), numeric[2], numeric[1])
      : dayOf(yearOf(numeric[3] ?? ''), numeric[1], numeric[2])
  const named = dayMonthYear.exec(bare)
  if (named) return dayOf(yearOf(named[3] ?? ''), monthNumber(named[2]), named[1])
  const yearFirst = yearMonthDay.exec(bare)
  if (yearFirst) return dayOf(yearFirst[1], monthNumber(yearFirst[2]), yearFirst[3])
  const american = monthDayYear.exec(bare)
  if (american) return dayOf(american[3], monthNumber(american[1]), american[2])
  return dayFromSerial(bare)
}

function dayOf(year = '', month = '', day = ''): Day | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(text) && year >= '1900' ? text : undefined
}

/** Two digits up to 30 are this century: no one alive joined in 1924. */
export function fullYear(year: string): string {
  if (year.length === 4) return year
  return Number(year) <= 30 ? `20${year}` : `19${year}`
}

export function monthNumber(name = ''): string {
  return String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1)
}

/** Five digits only: 1990 is a year, not the day that Excel gives that number. */
function dayFromSerial(text: string): Day | undefined {
  const match = /^(\d{5})(?:\.\d+)?$/.exec(text)
  if (!match) return undefined
  const date = new Date((Number(match[1]) - excelEpoch) * 86_400_000)
  return dayOf(...(date.toISOString().slice(0, 10).split('-') as [string, string, string]))
}
