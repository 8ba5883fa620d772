import { parentPort, workerData } from 'node:worker_threads'
import { Refusal, type RefusalCode, type RefusalDetail } from '#domain/refusal.ts'
import { readSpreadsheet } from './read-spreadsheet.ts'
import type { SheetTable } from './sheet-table.ts'

/** What the thread is given: the file's bytes, its own copy. */
export type SpreadsheetTask = { content: Uint8Array; rowsMax: number }

export type SpreadsheetAnswer = { table: SheetTable } | { refusal: { code: RefusalCode; detail: RefusalDetail } }

const { content, rowsMax } = workerData as SpreadsheetTask

async function answer(): Promise<SpreadsheetAnswer> {
  try {
    return { table: await readSpreadsheet(Buffer.from(content.buffer, content.byteOffset, content.length), rowsMax) }
  } catch (error) {
    if (error instanceof Refusal) return { refusal: { code: error.code, detail: error.detail } }
    throw error
  }
}

parentPort?.postMessage(await answer())
