import { type Day, dayText } from '#core/calendar.ts'
import { cellText, dayFromCell } from '#core/spreadsheets/cell.ts'
import type { Mapping, RowProblem } from './import.ts'
import { dayFields, yearReader } from './short-year.ts'

/**
 * The dates of a register that are asked about, by the place of their row: 01/02/1971 in a column in which another date makes sense with
 * the month first only, and none with the day first only.
 */
export function datesToAsk(
  rows: readonly { cells: readonly string[] }[],
  mapping: Mapping,
  today: Day,
): ReadonlyMap<number, RowProblem> {
  const asked = new Map<number, RowProblem>()
  for (const field of dayFields) {
    const column = mapping.indexOf(field)
    if (column === -1) continue
    const yearOf = yearReader(field, today)
    const read = rows.map(({ cells }) => {
      const text = cellText(cells[column] ?? '')
      return { byDay: dayFromCell(text, 'day', yearOf), byMonth: dayFromCell(text, 'month', yearOf) }
    })
    const isMonthFirst =
      read.some(({ byDay, byMonth }) => !byDay && byMonth) && !read.some(({ byDay, byMonth }) => byDay && !byMonth)
    if (!isMonthFirst) continue
    for (const [place, { byDay, byMonth }] of read.entries())
      if (byDay && byMonth && byDay !== byMonth && !asked.has(place))
        asked.set(place, {
          column,
          message: `Other dates of this column have the month first. Write ${dayText(byMonth)} or ${dayText(byDay)}`,
        })
  }
  return asked
}
