import { fork } from 'node:child_process'
import { refuse } from '#domain/refusal.ts'
import { FairQueue } from '#server/limits/fair-queue.ts'
import type { SheetTable } from './sheet-table.ts'
import type { SpreadsheetAnswer, SpreadsheetTask } from './spreadsheet-process.ts'

const secondsUsual = 8
const heapMebibytesMax = 512

const queue = new FairQueue({ workingMax: 2, waitingMax: 8, lineMax: 2 })

/**
 * Reads an .xlsx or .csv file in a process of its own, whose memory and time are limited: nobody else's request waits
 * for it, and a file that is made to exhaust the server exhausts only that process. A thread would not do, because
 * Node ends as a whole where some allocations of a thread fail.
 * Refuses: file_unreadable, file_is_bomb, file_empty, file_too_many_rows, file_too_many_columns, overloaded.
 */
export async function readSpreadsheetFile(content: Buffer, rowsMax: number, secondsMax = secondsUsual): Promise<SheetTable> {
  const [table] = await readTables({ content, rowsMax }, secondsMax)
  return table ?? refuse('file_empty', { field: 'file' })
}

/** The same for the named sheets of one workbook, in the order of the names; an optional one that is missing has no columns. Refuses besides: sheet_missing. */
export async function readWorkbookFile(content: Buffer, rowsMax: number, sheets: readonly string[], optional: readonly string[] = []): Promise<SheetTable[]> {
  return readTables({ content, rowsMax, sheets, optional }, secondsUsual)
}

async function readTables(task: SpreadsheetTask, secondsMax: number): Promise<SheetTable[]> {
  const answer = await queue.run(() => readInProcess(task, secondsMax))
  if ('tables' in answer) return answer.tables
  if ('bug' in answer) throw new Error(`Reading a spreadsheet failed: ${answer.bug}`)
  return refuse(answer.refusal.code, answer.refusal.detail)
}

function readInProcess(task: SpreadsheetTask, secondsMax: number): Promise<SpreadsheetAnswer> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('spreadsheet-process.ts', import.meta.url), {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${heapMebibytesMax}`],
      // It needs none of the server's secrets, and what it says as it dies is of no use to anybody.
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const timer = setTimeout(() => child.kill('SIGKILL'), secondsMax * 1000)
    child.once('message', (answer) => resolve(answer as SpreadsheetAnswer))
    child.once('error', reject)
    child.once('close', (code, signal) => {
      clearTimeout(timer)
      // Ended by our clock or by its own limit; after an answer this changes nothing.
      if (signal !== null) resolve({ refusal: { code: 'file_is_bomb', detail: { field: 'file' } } })
      else reject(new Error(`The process that read a spreadsheet ended with ${code}`))
    })
    child.send(task, (error) => {
      if (error) reject(error)
    })
  })
}
