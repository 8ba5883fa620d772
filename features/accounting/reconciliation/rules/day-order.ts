import type { Day } from '#core/calendar.ts'
import { type DayOrder, dayFromCell } from '#core/spreadsheets/cell.ts'

/** What says how the dates of a file are: a person, what was said of the bank's file before, and in which order it goes on from what is stored. */
type Clues = { said: DayOrder | undefined; before: DayOrder | undefined; continues: DayOrder | undefined }

/**
 * The order in which the dates of a file are read. What was said of the bank's last file answers the question whether the month is first;
 * it decides nothing against the dates of this one: where they make sense both ways it is asked again.
 */
export function decidedDayOrder(
  texts: readonly string[],
  { said, before, continues }: Clues,
  today: Day,
): { dayOrder: DayOrder; asksOrder: boolean; isEitherOrder: boolean } {
  if (said) return { dayOrder: said, asksOrder: false, isEitherOrder: false }
  const isMonth = before === 'month'
  const found = dayOrderOf(texts, today)
  // Beside dates that can't be read at all those that have the month first may be a mistake each.
  const isMistake = found === 'month' && !isMonth && texts.some((text) => !dayFromCell(text, 'month'))
  const decided = isMistake ? 'day' : found === 'either' ? continues : found
  const asksOrder = decided === undefined ? isMonth : decided === 'month' && !isMonth
  return { dayOrder: decided ?? 'day', asksOrder, isEitherOrder: found === 'either' }
}

/**
 * In which order the dates of a file make sense, in the order of its lines; `either` where nothing in it decides. No bank knows of a day
 * to come, none writes days that jump back and forth, and hardly one has its lines on the same day of three months and more that would
 * all be in one month the other way.
 */
function dayOrderOf(texts: readonly string[], today: Day): DayOrder | 'either' {
  const both = texts.map((text) => ({ day: dayFromCell(text, 'day'), month: dayFromCell(text, 'month') }))
  const [byDay, byMonth] = [both.flatMap(({ day }) => day ?? []), both.flatMap(({ month }) => month ?? [])]
  if (byDay.length !== byMonth.length) return byDay.length > byMonth.length ? 'day' : 'month'
  if (both.every(({ day, month }) => day === month)) return 'day'
  const [isDayLater, isMonthLater] = [byDay, byMonth].map((days) => days.some((day) => day > today))
  if (isDayLater !== isMonthLater) return isDayLater ? 'month' : 'day'
  const [runsByDay, runsByMonth] = [runsOneWay(byDay), runsOneWay(byMonth)]
  if (runsByMonth && (!runsByDay || isOneDayOfMonths(byDay, byMonth))) return 'month'
  return runsByDay && (!runsByMonth || isOneDayOfMonths(byMonth, byDay)) ? 'day' : 'either'
}

function isOneDayOfMonths(days: readonly Day[], others: readonly Day[]): boolean {
  const count = (all: readonly Day[], of: (day: Day) => string) => new Set(all.map(of)).size
  const month = (day: Day) => day.slice(0, 7)
  return count(days, (day) => day.slice(8)) === 1 && count(days, month) > 2 && count(others, month) === 1
}

function runsOneWay(days: readonly Day[]): boolean {
  const goes = (isWrong: (one: Day, next: Day) => boolean) =>
    !days.some((day, index) => index > 0 && isWrong(days[index - 1] ?? day, day))
  return goes((one, next) => one > next) || goes((one, next) => one < next)
}
