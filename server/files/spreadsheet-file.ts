import { Worker } from 'node:worker_threads'
import { refuse } from '#domain/refusal.ts'
import type { SheetTable } from './sheet-table.ts'
import type { SpreadsheetAnswer, SpreadsheetTask } from './spreadsheet-worker.ts'

const threadsMax = 2
const waitingMax = 2
const secondsMax = 8
const heapMebibytesMax = 512

let working = 0
const waiting: (() => void)[] = []

/**
 * Reads an .xlsx or .csv file in a thread of its own, whose memory and time are limited: nobody else's request waits
 * for it, and a file that is made to exhaust the server exhausts only that thread.
 * Refuses: file_unreadable, file_is_bomb, file_empty, file_too_many_rows, file_too_many_columns, overloaded.
 */
export async function readSpreadsheetFile(content: Buffer, rowsMax: number): Promise<SheetTable> {
  if (working >= threadsMax && waiting.length >= waitingMax) refuse('overloaded')
  if (working >= threadsMax) await new Promise<void>((resolve) => waiting.push(resolve))
  working += 1
  try {
    const answer = await readInThread({ content: new Uint8Array(content), rowsMax })
    return 'table' in answer ? answer.table : refuse(answer.refusal.code, answer.refusal.detail)
  } finally {
    working -= 1
    waiting.shift()?.()
  }
}

function readInThread(task: SpreadsheetTask): Promise<SpreadsheetAnswer> {
  return new Promise((resolve, reject) => {
    const bomb: SpreadsheetAnswer = { refusal: { code: 'file_is_bomb', detail: { field: 'file' } } }
    const thread = new Worker(new URL('spreadsheet-worker.ts', import.meta.url), {
      workerData: task,
      transferList: [task.content.buffer as ArrayBuffer],
      resourceLimits: { maxOldGenerationSizeMb: heapMebibytesMax },
    })
    const timer = setTimeout(() => {
      resolve(bomb)
      void thread.terminate()
    }, secondsMax * 1000)
    thread.once('message', (answer: SpreadsheetAnswer) => resolve(answer))
    thread.once('error', (error: Error & { code?: string }) => (error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve(bomb) : reject(error)))
    thread.once('exit', () => {
      clearTimeout(timer)
      reject(new Error('The thread that read a spreadsheet ended without an answer'))
    })
  })
}
