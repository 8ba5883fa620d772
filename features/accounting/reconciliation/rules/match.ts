import { addDays, type Day } from '#core/calendar.ts'
import { type Kobo, kobo, sumKobo } from '#core/money.ts'

/** How many days may lie between what the books say and what the bank says for the two to be proposed as one. */
export const matchDays = 5

/** A line of a statement, or what one entry moved on the account: above zero where money came in. */
export type Side<Id> = { id: Id; on: Day; amount: Kobo }

/**
 * Pairs lines with entries of the same amount within a few days: the nearest in time first, of equals the earlier ones, each
 * used once. A person confirms what is proposed. Thousands may have the same amount on the same day, so no pair is looked
 * at but those that are made.
 */
export function proposeMatches<Line, Entry>(
  lines: readonly Side<Line>[],
  entries: readonly Side<Entry>[],
): { line: Line; entry: Entry }[] {
  const open = Map.groupBy(
    entries.map(({ id, on, amount }, order) => ({ id, order, place: `${amount} ${on}` })),
    ({ place }) => place,
  )
  for (const waiting of open.values()) waiting.reverse()
  const pairs: { line: Line; entry: Entry }[] = []
  let left = lines
  for (let days = 0; days <= matchDays; days += 1) {
    left = left.filter(({ id: line, on, amount }) => {
      const [before, after] = [open.get(`${amount} ${addDays(on, -days)}`), open.get(`${amount} ${addDays(on, days)}`)]
      const first = (after?.at(-1)?.order ?? Infinity) < (before?.at(-1)?.order ?? Infinity) ? after : before
      const entry = first?.pop()
      if (entry) pairs.push({ line, entry: entry.id })
      return entry === undefined
    })
  }
  return pairs
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
export function differenceOf({ statement, deposits, payments, notInBooks, books }: ReconciliationFigures): {
  expected: Kobo
  difference: Kobo
  unexplained: Kobo
} {
  const expected = sumKobo([statement, deposits, payments])
  const difference = kobo(books - expected)
  return { expected, difference, unexplained: kobo(difference + notInBooks) }
}
