import { createHash } from 'node:crypto'
import { refuse } from '#core/refusal.ts'
import { FairQueue } from '#platform/limits/fair-queue.ts'
import { readInProcess } from './read-in-process.ts'
import type { ReadingTask } from './reading-process.ts'
import type { SheetTable } from './sheet-table.ts'

const secondsUsual = 8

const queue = new FairQueue({ workingMax: 2, waitingMax: 8, lineMax: 2 })

export type UploadedTable = { fileName: string; sha256: Buffer; table: SheetTable }

/**
 * Reads an .xlsx or .csv file in a process of its own.
 * Refuses: file_unreadable, file_is_bomb, file_empty, file_too_many_rows, file_too_many_columns, overloaded.
 */
export async function readSpreadsheetFile(
  content: Buffer,
  rowsMax: number,
  secondsMax = secondsUsual,
): Promise<SheetTable> {
  return (
    (await read<SheetTable | undefined>({ kind: 'table', content, rowsMax }, secondsMax)) ??
    refuse('file_empty', { field: 'file' })
  )
}

/** Reads an upload as one table of so many rows. Refuses as `readSpreadsheetFile` does. */
export function tableReader(rowsMax: number, secondsMax = secondsUsual) {
  return async ({ fileName, content }: { fileName: string; content: Buffer }): Promise<UploadedTable> => ({
    fileName,
    sha256: createHash('sha256').update(content).digest(),
    table: await readSpreadsheetFile(content, rowsMax, secondsMax),
  })
}

/** The same for the named sheets of one workbook, in the order of the names; an optional one that is missing has no columns. Refuses besides: sheet_missing. */
export async function readWorkbookFile(
  content: Buffer,
  rowsMax: number,
  sheets: readonly string[],
  optional: readonly string[] = [],
): Promise<SheetTable[]> {
  return read({ kind: 'sheets', content, rowsMax, sheets, optional }, secondsUsual)
}

function read<Read>(task: ReadingTask, secondsMax: number): Promise<Read> {
  return queue.run(() => readInProcess<Read>(task, { secondsMax, exhausted: 'file_is_bomb' }))
}
