import { type Day, firstDayOf, isPeriod, lastDayOf } from '#core/calendar.ts'
import { labelled } from '#core/words.ts'
import { fullYear, monthNames, monthNumber, type YearOf, yearFromCell } from '#core/spreadsheets/cell.ts'

/** Which day is used for dates of which a register knows the year or the month alone. */
export const partDayChoices = ['first', 'last'] as const
export type PartDayChoice = (typeof partDayChoices)[number]

export const partDayWords: Record<PartDayChoice, string> = labelled({
  first: 'First day of the year or month',
  last: 'Last day of the year or month',
})

export const partDayProblem = 'This date has no day. Choose the day to use for such dates, or enter the full date.'

/** The days that a date may be which is known to the year or the month. */
export type PartDay = { first: Day; last: Day }

const year = /^(?:in |since |year )?(\d{4})$/i
const monthAndYear = /^(\d{1,2})\s?[-/. ]\s?(\d{4})$/
const yearAndMonth = /^(\d{4})\s?[-/.]\s?(\d{1,2})$/
// Two digits of a year only where Excel itself puts them, Apr-15, or an apostrophe says that they are one: Apr 15 is a day.
const namedMonth = new RegExp(String.raw`^(${monthNames})(?:[\s\-/,.]*(\d{4})|-(\d{2})|[\s\-,.]*['’](\d{2}))$`, 'i')

/** "2014", "Apr 2015", "April, 2015", "04/2015": a year or a month without its day. */
export function partDayFromCell(text: string, yearOf: YearOf = fullYear): PartDay | undefined {
  const bare = text.trim().replace(/^'/, '')
  const inYear = year.exec(bare)?.[1] ?? yearFromCell(bare)
  if (inYear !== undefined) return spanOf(`${inYear}-01`, `${inYear}-12`)
  const [, month, ofYear] = monthAndYear.exec(bare) ?? []
  const [, yearFirst, monthSecond] = yearAndMonth.exec(bare) ?? []
  const [, name, whole, short, marked] = namedMonth.exec(bare) ?? []
  const period =
    month !== undefined
      ? `${ofYear}-${month.padStart(2, '0')}`
      : monthSecond !== undefined
        ? `${yearFirst}-${monthSecond.padStart(2, '0')}`
        : name === undefined
          ? undefined
          : `${whole ?? yearOf(short ?? marked ?? '')}-${monthNumber(name).padStart(2, '0')}`
  return period === undefined ? undefined : spanOf(period, period)
}

function spanOf(from: string, to: string): PartDay | undefined {
  return isPeriod(from) && isPeriod(to) ? { first: firstDayOf(from), last: lastDayOf(to) } : undefined
}

/** The day that is used; a year or month that is not over ends today, so that no one joins in the future. */
export function dayOfPart({ first, last }: PartDay, choice: PartDayChoice, today: Day): Day {
  return choice === 'first' || first > today ? first : last > today ? today : last
}
