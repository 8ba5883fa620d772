import { type Day, daysBetween } from '#domain/calendar.ts'
import { type Kobo, kobo, sumKobo } from '#domain/money.ts'

/** How many days may lie between what the books say and what the bank says for the two to be proposed as one. */
export const matchDays = 5

/** A line of a statement, or what one entry moved on the account: above zero where money came in. */
export type Side<Id> = { id: Id; on: Day; amount: Kobo }

/**
 * Pairs lines with entries of the same amount within a few days: the nearest in time first, of equals the earlier ones, each
 * used once. A person confirms what is proposed.
 */
export function proposeMatches<Line, Entry>(lines: readonly Side<Line>[], entries: readonly Side<Entry>[]): { line: Line; entry: Entry }[] {
  const byAmount = Map.groupBy(entries, ({ amount }) => amount)
  const near = lines.flatMap((line, place) =>
    (byAmount.get(line.amount) ?? []).flatMap((entry, order) => {
      const days = Math.abs(daysBetween(entry.on, line.on))
      return days > matchDays ? [] : [{ line, entry, days, place, order }]
    }),
  )
  const [usedLines, usedEntries] = [new Set<Line>(), new Set<Entry>()]
  return near
    .toSorted((a, b) => a.days - b.days || a.place - b.place || a.order - b.order)
    .flatMap(({ line, entry }) => {
      if (usedLines.has(line.id) || usedEntries.has(entry.id)) return []
      usedLines.add(line.id)
      usedEntries.add(entry.id)
      return [{ line: line.id, entry: entry.id }]
    })
}

/** What a reconciliation adds up. Payments are amounts below zero. */
export type ReconciliationFigures = {
  /** What the bank says it holds. */
  statement: Kobo
  /** In the books and not yet on the statement. */
  deposits: Kobo
  payments: Kobo
  /** On the statement and not in the books: in less out. */
  notInBooks: Kobo
  /** What the books say the bank holds. */
  books: Kobo
}

/** What the books differ by from what the statement leads to, and what of it the lines that are not in the books leave unexplained. */
export function differenceOf({ statement, deposits, payments, notInBooks, books }: ReconciliationFigures): { expected: Kobo; difference: Kobo; unexplained: Kobo } {
  const expected = sumKobo([statement, deposits, payments])
  const difference = kobo(books - expected)
  return { expected, difference, unexplained: kobo(difference + notInBooks) }
}
