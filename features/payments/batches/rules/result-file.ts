import { cellText } from '#core/spreadsheets/cell.ts'
import { foldForSearch } from '#core/searching.ts'
import { itemReference, type Outcome } from './payment-batch.ts'

/** What banks write over the columns, and in them. */
const statusHeadings = ['status', 'payment status', 'transaction status', 'transfer status', 'result', 'response']
const reasonHeadings = [
  'reason',
  'failure reason',
  'remark',
  'remarks',
  'message',
  'response message',
  'response description',
  'comment',
  'comments',
]
const paidWords = ['success', 'successful', 'paid', 'completed', 'complete', 'credited', 'approved', 'processed', '00']
const failedWords = [
  'failed',
  'failure',
  'fail',
  'unsuccessful',
  'not successful',
  'rejected',
  'declined',
  'returned',
  'reversed',
  'not paid',
  'unpaid',
  'not processed',
  'invalid',
]

const fold = (text: string) =>
  foldForSearch(cellText(text))
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

/** A row that names a payment of ours; no outcome where its status says neither. */
export type ResultRow = { line: number; outcome: Outcome | undefined; reason: string }

/**
 * Reads a bank's answer: which payment by our reference in any cell, what became of it by the column of the status. Undefined
 * where the file has no such column; `others` counts rows without a payment of this batch.
 */
export function readResults(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  batchNumber: number,
): { rows: ResultRow[]; others: number } | undefined {
  const headings = columns.map(fold)
  const status = headings.findIndex((heading) => statusHeadings.includes(heading))
  if (status === -1) return undefined
  const reason = headings.findIndex((heading) => reasonHeadings.includes(heading))
  const read = rows.flatMap((cells): ResultRow[] => {
    const line = lineIn(cells, batchNumber)
    if (line === undefined) return []
    return [{ line, outcome: outcomeOf(cells[status] ?? ''), reason: cellText(cells[reason] ?? '').slice(0, 200) }]
  })
  return { rows: read, others: rows.length - read.length }
}

function outcomeOf(cell: string): Outcome | undefined {
  const said = fold(cell)
  if (paidWords.includes(said)) return 'paid'
  return failedWords.includes(said) ? 'failed' : undefined
}

function lineIn(cells: readonly string[], batchNumber: number): number | undefined {
  for (const cell of cells) {
    const [, batch, line] = /\bPB(\d{1,9})-(\d{1,4})\b/i.exec(cell) ?? []
    if (line !== undefined && itemReference(Number(batch), Number(line)) === itemReference(batchNumber, Number(line)))
      return Number(line)
  }
  return undefined
}
