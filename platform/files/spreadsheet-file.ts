import { createHash } from 'node:crypto'
import { Refusal, refuse } from '#core/refusal.ts'
import { FairQueue } from '#platform/limits/fair-queue.ts'
import { readInProcess } from './read-in-process.ts'
import type { ReadingTask } from './reading-process.ts'
import type { SheetTable } from './sheet-table.ts'

const secondsUsual = 8

const queue = new FairQueue({ workingMax: 2, waitingMax: 8, lineMax: 2 })

export type UploadedTable = { fileName: string; sha256: Buffer; table: SheetTable }

/**
 * Reads an .xlsx or .csv file in a process of its own; of a workbook the named sheet, or the only one that has rows.
 * Refuses: file_has_sheets with a file_sheet for each, sheet_unknown, file_of_other_kind, file_unreadable, file_is_bomb, file_empty,
 * file_too_many_rows, file_too_many_columns, overloaded.
 */
export async function readSpreadsheetFile(
  content: Buffer,
  rowsMax: number,
  secondsMax = secondsUsual,
  sheet?: string,
): Promise<SheetTable> {
  return (
    (await read<SheetTable | undefined>(
      { kind: 'table', content, rowsMax, ...(sheet !== undefined && { sheet }) },
      secondsMax,
    )) ?? refuse('file_empty', { field: 'file' })
  )
}

/** Reads an upload as one table of so many rows. Refuses as `readSpreadsheetFile` does. */
export function tableReader(rowsMax: number, secondsMax = secondsUsual) {
  return async ({
    fileName,
    content,
    sheet,
  }: {
    fileName: string
    content: Buffer
    sheet?: string
  }): Promise<UploadedTable> => ({
    fileName,
    sha256: createHash('sha256').update(content).digest(),
    table: await readSpreadsheetFile(content, rowsMax, secondsMax, sheet),
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

async function read<Read>(task: ReadingTask, secondsMax: number): Promise<Read> {
  try {
    return await queue.run(() => readInProcess<Read>(task, { secondsMax, exhausted: 'file_is_bomb' }))
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'file_has_sheets') throw error
    // Only a code and its values come from the other process.
    const sheets = String(error.detail['sheets']).split('\n')
    throw new Refusal(
      error.code,
      { ...error.detail, sheets: sheets.join(', ') },
      sheets.map((sheet) => new Refusal('file_sheet', { field: 'sheet', sheet })),
    )
  }
}
