import { Refusal, type RefusalCode, type RefusalDetail } from '#domain/refusal.ts'
import { readSpreadsheet } from './read-spreadsheet.ts'
import type { SheetTable } from './sheet-table.ts'

export type SpreadsheetTask = { content: Uint8Array; rowsMax: number }

export type SpreadsheetAnswer = { table: SheetTable } | { refusal: { code: RefusalCode; detail: RefusalDetail } } | { bug: string }

/** The program of the process that reads one spreadsheet: it is told the task, answers, and ends. */
process.once('message', (task: SpreadsheetTask) => {
  void answer(task).then((answered) => process.send?.(answered, () => process.disconnect()))
})

async function answer({ content, rowsMax }: SpreadsheetTask): Promise<SpreadsheetAnswer> {
  try {
    return { table: await readSpreadsheet(Buffer.from(content.buffer, content.byteOffset, content.length), rowsMax) }
  } catch (error) {
    if (error instanceof Refusal) return { refusal: { code: error.code, detail: error.detail } }
    return { bug: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
