import type { readStatement as contract } from '#features/accounting/reconciliation/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { sentenceOf } from '#core/contract/refusals.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import { type Kobo, kobo, sumKobo } from '#core/money.ts'
import { rowText } from '#core/spreadsheets/left-out.ts'
import { type Doubt, whyUnclear } from '#features/accounting/reconciliation/rules/known-lines.ts'
import type { Table } from '#features/accounting/reconciliation/rules/statement-corrections.ts'
import type { Reading } from '#features/accounting/reconciliation/rules/statement-file.ts'
import { statementFieldNames } from '#features/accounting/reconciliation/rules/statement-headings.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { UploadedTable } from '#platform/files/spreadsheet-file.ts'
import { findBankAccount, findKnown, findStatementBefore, readFile } from './queries.ts'

/** How many lines are on a page, and at each end where none is named. */
const linesPaged = 25
const linesAtEnds = 5
const rowsShown = 50
const leftOutShown = 100
const pairsShown = 1000

/** What a bank's file comes to with these corrections. Refuses: not_found, and as `checkStatement` does. */
export async function readStatement(
  tx: Tx,
  _actor: TenantActor,
  { accountId, file: { table }, page, open = [], ...corrections }: Parsed<typeof contract> & { file: UploadedTable },
  { now }: Context,
): Promise<Replied<typeof contract>> {
  await findBankAccount(tx, accountId)
  const reading = await readFile(tx, accountId, table, corrections, dayIn(now))
  const { lines, opening, closing, columns, headings, dayOrder, missing, asksOrder, lineOrders, rows, accountNumber } =
    reading
  const { known, doubts, moved, back, absent, unused } = await findKnown(tx, accountId, reading, corrections)
  // What else is wrong may be why.
  const shownDoubts = reading.problems.length === 0 ? doubts : doubts.filter(({ answer }) => answer !== undefined)
  const problems = [
    ...reading.problems,
    ...shownDoubts.flatMap((doubt) =>
      doubt.answer ? [] : { row: doubt.line.row, field: null, refusal: whyUnclear(doubt) },
    ),
  ]
  const days = lines.map(({ on }) => on).toSorted()
  const from = days[0] ?? null
  const before = from && !known.has(0) ? await findStatementBefore(tx, accountId, from) : undefined
  // A line that was moved into this file is in what the one before ended with.
  const over = sumKobo(moved.flatMap(({ there }) => (from && there.on < from ? there.amount : [])))
  const lacking = absent.filter(({ isMissing }) => !isMissing)
  const places = lines.map((_, place) => place)
  const pages = Math.ceil(lines.length / linesPaged)
  const shown =
    page !== undefined
      ? places.slice((Math.min(page, pages) - 1) * linesPaged).slice(0, linesPaged)
      : places.length > 2 * linesAtEnds
        ? [...places.slice(0, linesAtEnds), ...places.slice(-linesAtEnds)]
        : places
  const leftOut = rows.filter(({ as }) => as !== null)
  return {
    columns: headings.map((heading, column) => ({
      heading,
      field: statementFieldNames.find((field) => columns[field] === column) ?? null,
    })),
    dayOrder,
    missing: missing ? sentenceOf(missing) : null,
    asksOrder,
    lineOrders: lineOrders ?? null,
    accountNumber,
    lines: lines.length,
    known: known.size,
    moved: moved.length,
    back: back.length,
    from,
    to: days.at(-1) ?? null,
    opening,
    moneyIn: sumOf(lines, (amount) => amount > 0n),
    moneyOut: kobo(-sumOf(lines, (amount) => amount < 0n)),
    closing,
    before: before && before.closing - over !== opening ? before : null,
    absent: lacking[0] && problems.length === 0 ? { ...lacking[0], lines: lacking.length } : null,
    differences: reading.differences,
    page: shown.flatMap((place) => {
      const line = lines[place]
      return line ? [{ ...line, isKnown: known.has(place) }] : []
    }),
    pages,
    rows: rowsToShow(table, { ...reading, problems }, shownDoubts, [
      ...open,
      ...(corrections.cells ?? []).map(({ row }) => row),
    ]),
    rowsWithProblems: new Set(problems.map(({ row }) => row)).size,
    pairs: shownDoubts
      .flatMap(({ line: { row }, stored: [one], answer }) => (one && !answer ? { row, line: one.lineId } : []))
      .slice(0, pairsShown),
    unused: reading.problems.length === 0 ? unused : [],
    leftOut: leftOut
      .slice(0, leftOutShown)
      .map(({ number, as, cells }) => ({ row: number, why: as === 'hand' ? null : as, text: rowText(cells) })),
    rowsLeftOut: leftOut.length,
  }
}

function sumOf(lines: Reading['lines'], holds: (amount: Kobo) => boolean): Kobo {
  return sumKobo(lines.map(({ amount }) => amount).filter(holds))
}

/** The rows that a person looks at, in the order of the file. */
function rowsToShow(
  table: Table,
  { rows, problems, columns, rowBefore }: Reading,
  doubts: readonly Doubt<Reading['lines'][number]>[],
  asked: readonly number[],
) {
  // A row is asked about once more where the answer leaves it open.
  const doubtOf = new Map(
    [...doubts.filter(({ answer }) => answer), ...doubts.filter(({ answer }) => !answer)].map((doubt) => [
      doubt.line.row,
      doubt,
    ]),
  )
  const wrong = new Map<number, typeof problems>()
  for (const problem of problems) wrong.set(problem.row, [...(wrong.get(problem.row) ?? []), problem])
  const wanted = new Set([
    ...wrong.keys(),
    ...doubtOf.keys(),
    ...asked,
    ...(rowBefore === undefined ? [] : [rowBefore]),
  ])
  const given = new Map([...table.top, ...table.rows].map(({ number, cells }) => [number, cells]))
  // Where there are more than are shown, those that wait for an answer come before those that have one.
  const shown = rows
    .filter(({ number, as }) => wanted.has(number) && as !== 'hand')
    .toSorted((one, other) => Number(wrong.has(other.number)) - Number(wrong.has(one.number)))
    .slice(0, rowsShown)
    .toSorted((one, other) => one.number - other.number)
  return shown.map(({ number, cells }) => ({
    row: number,
    doubt: askedOf(doubtOf.get(number)),
    cells,
    problems: (wrong.get(number) ?? []).map(({ field, refusal }) => ({
      column: field && columns[field],
      message: sentenceOf(refusal),
    })),
    isBefore: number === rowBefore,
    was: cells.flatMap((cell, column) => {
      const text = given.get(number)?.[column] ?? ''
      return text === cell ? [] : [{ column, text }]
    }),
  }))
}

function askedOf(doubt: Doubt<Reading['lines'][number]> | undefined) {
  if (!doubt) return null
  const { line, stored, answer = null } = doubt
  return {
    on: line.on,
    stored: stored.map(({ lineId: id, on, narration, amount }) => ({ id, on, narration, amount })),
    answer,
  }
}
