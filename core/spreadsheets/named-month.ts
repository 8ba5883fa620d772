import { addMonths, type Day, firstDayOf, lastDayOf, type Period, periodOf } from '#core/calendar.ts'
import { monthNames, monthNumber } from './cell.ts'
import type { LeftOut } from './left-out.ts'

type Row = { number: number; cells: readonly string[] }

/** A month that a text names; without a year it is the nearest such month. */
export type NamedMonth = { text: string; period: Period; hasYear: boolean }

const monthWord = new RegExp(`^(?:${monthNames})$`)
/** 09/2026 and 2026-09, but not with a day beside them. */
const numeric = /(?<!\d)(?<!\d[/._-])(?:(0[1-9]|1[0-2])[/._-](20\d{2})|(20\d{2})[/._-](0[1-9]|1[0-2]))(?![/._-]?\d)/g
/** What these say a date of is no month of a list. */
const madeOn = /\b(?:print|generat|prepar|download|export|produc)/i
/** What a title says beside the month that its list is of. */
const saysOfWhat =
  /\b(?:contributions?|savings?|thrift|dues|deductions?|payments?|remittances?|returns?|schedules?|payroll|salary|salaries|check-?off|collections?|months?|period|ending|ended)\b/i
const begun = /\b(?:est|estd|established|founded|formed|since|inception|reg|regd|registered|incorporated)\b/i
/** What a number behind these counts. */
const counted = /^(?:weeks?|wks?|batch|batches|parts?|pages?|sheets?|groups?|zones?)$/
const monthsBack = 60
const monthsAhead = 12

/** The one month that a text names: "Contributions for September 2026", "SEPT 2026", "Sep'26", "nov.xlsx". Undefined for none or several, and for days. */
export function monthNamedIn(text: string, today: Day): NamedMonth | undefined {
  if (madeOn.test(text)) return undefined
  const now = periodOf(today)
  const isNear = (period: Period) => period >= addMonths(now, -monthsBack) && period <= addMonths(now, monthsAhead)
  const named = [...text.matchAll(numeric)].map(([, month, year, yearFirst, monthSecond]) => ({
    month: month ?? monthSecond ?? '',
    year: year ?? yearFirst,
  }))
  const words = wordsOf(text)
  for (const [index, word] of words.entries()) {
    if (!isMonth(words, index)) continue
    const month = monthNumber(word).padStart(2, '0')
    const year = yearAt(words, index)
    // "Week 1, August 2026" has no day.
    const day = isCount(words, index) ? Number.NaN : Number(words[index - 1])
    if (day >= 1 && day <= 31 && !(year && lastDayOf(`${year}-${month}` as Period).endsWith(`-${day}`))) continue
    named.push({ month, year })
  }
  const found = named.flatMap(({ month, year }) => {
    const period = (year ? `${year}-${month}` : nearestOf(month, now)) as Period
    return isNear(period) ? [{ text: text.trim().slice(0, 200), period, hasYear: year !== undefined }] : []
  })
  return new Set(found.map(({ period }) => period)).size === 1 ? found[0] : undefined
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .replaceAll(/(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])/g, ' ')
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '' && !/^(?:st|nd|rd|th|xlsx|csv)$/.test(word))
}

/** Whether a word is a month. May and March are also other words. */
function isMonth(words: readonly string[], index: number): boolean {
  const word = words[index] ?? ''
  return monthWord.test(word) && (!/^(?:may|mar|march)$/.test(word) || words.length <= 3 || !!yearAt(words, index))
}

/** Whether the number before a month counts something: "Week 1", "Weeks 1, 2 and 3". */
function isCount(words: readonly string[], index: number): boolean {
  let place = index - 1
  while (/^(?:\d{1,2}|and|to)$/.test(words[place] ?? '')) place -= 1
  return place < index - 1 && counted.test(words[place] ?? '')
}

/** Of this year's, the last one's and the next one's: in November, December is to come and June has been. */
function nearestOf(month: string, now: Period): Period {
  const year = Number(now.slice(0, 4))
  const monthsOf = (period: string) => Number(period.slice(0, 4)) * 12 + Number(period.slice(5))
  const away = (period: Period) => Math.abs(monthsOf(period) - monthsOf(now))
  const years = [year - 1, year, year + 1].map((each) => `${each}-${month}` as Period)
  // A list is rather of a month that has been: one to come is taken where it is this month or the next two.
  return years
    .filter((period) => period <= addMonths(now, 2))
    .toSorted((one, other) => away(one) - away(other))[0] as Period
}

/** The year beside the month at a place, of four digits on either side, or of two behind it. */
function yearAt(words: readonly string[], index: number): string | undefined {
  const full = (word: string | undefined) => (/^20\d{2}$/.test(word ?? '') ? word : undefined)
  const [before, next, second] = [words[index - 1], words[index + 1], words[index + 2]]
  const short = /^[2-3]\d$/.test(next ?? '') ? `20${next}` : undefined
  return full(next) ?? full(before) ?? (short && full(second)) ?? short
}

/** The one month that these texts name together. */
function monthNamedAmong(texts: readonly string[], today: Day): NamedMonth | undefined {
  const found = texts.flatMap((text) => monthNamedIn(text, today) ?? [])
  return new Set(found.map(({ period }) => period)).size === 1 ? found[0] : undefined
}

/** Whether a list that names this month is of the chosen one. */
export function isOfMonth({ period, hasYear }: NamedMonth, chosen: Period): boolean {
  return hasYear ? period === chosen : firstDayOf(period).slice(5) === firstDayOf(chosen).slice(5)
}

/**
 * The month that a list says it is of: above its rows, else in the name of its sheet, else in that of its file. Null where these have a
 * month and don't say that the list is of it: several, or a day.
 */
export function monthOfList(
  { top, rows, sheet = '' }: { top: readonly Row[]; rows: readonly Row[]; sheet?: string },
  shaped: readonly { number: number; leftOut: LeftOut | null }[],
  fileName: string,
  today: Day,
): NamedMonth | null | undefined {
  const first = shaped.find(({ leftOut }) => leftOut !== 'title')?.number ?? 0
  // The name of a society, of an officer or the year it was founded may have a month in it too.
  const above = [...top, ...rows]
    .filter(({ number }) => number < first)
    .flatMap(({ cells }) => cells)
    .filter(
      (text) =>
        saysOfWhat.test(text) || /^[^a-z]*[a-z]{3,9}[^a-z]*$/i.test(text) || (/20\d\d/.test(text) && !begun.test(text)),
    )
  const file = fileName.replace(/\.\w+$/, '')
  const hasMonth = [...above, sheet, file].some((text) => {
    const words = wordsOf(text)
    return !madeOn.test(text) && words.some((_, index) => isMonth(words, index))
  })
  const unread = hasMonth ? null : undefined
  return monthNamedAmong(above, today) ?? monthNamedIn(sheet, today) ?? monthNamedIn(file, today) ?? unread
}
