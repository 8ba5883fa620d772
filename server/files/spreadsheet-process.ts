import { Refusal, type RefusalCode, type RefusalDetail } from '#domain/refusal.ts'
import { readSheets, readSpreadsheet } from './read-spreadsheet.ts'
import type { SheetTable } from './sheet-table.ts'

/** The named sheets in their order, or the one table that the file is. */
export type SpreadsheetTask = { content: Uint8Array; rowsMax: number; sheets?: readonly string[]; optional?: readonly string[] }

export type SpreadsheetAnswer = { tables: SheetTable[] } | { refusal: { code: RefusalCode; detail: RefusalDetail } } | { bug: string }

/** The program of the process that reads one spreadsheet: it is told the task, answers, and ends. */
process.once('message', (task: SpreadsheetTask) => {
  void answer(task).then((answered) => process.send?.(answered, () => process.disconnect()))
})

async function answer({ content, rowsMax, sheets, optional = [] }: SpreadsheetTask): Promise<SpreadsheetAnswer> {
  try {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.length)
    return { tables: sheets ? await readSheets(bytes, rowsMax, sheets, optional) : [await readSpreadsheet(bytes, rowsMax)] }
  } catch (error) {
    if (error instanceof Refusal) return { refusal: { code: error.code, detail: error.detail } }
    return { bug: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
