import { flushCompileCache } from 'node:module'
import { Refusal, type RefusalCode, type RefusalDetail } from '#core/refusal.ts'

/** What a process is to read: the one table that a file is or that a sheet of it has, named sheets of a workbook, a paper, or a square out of a picture. */
export type ReadingTask =
  | { kind: 'table'; content: Uint8Array; rowsMax: number; sheet?: string }
  | { kind: 'sheets'; content: Uint8Array; rowsMax: number; sheets: readonly string[]; optional: readonly string[] }
  | { kind: 'document'; content: Uint8Array; extension: string }
  | { kind: 'square'; content: Uint8Array; extension: string; side: number }

export type ReadingAnswer =
  | { read: unknown }
  | { refusal: { code: RefusalCode; detail: RefusalDetail } }
  | { bug: string }

/** The program of a process that reads uploaded files one after the other: it receives each as a task, answers, and ends with its channel. */
process.on('message', (task: ReadingTask) => {
  void answer(task).then((answered) => {
    // Before the answer, because this process is killed once it has come.
    flushCompileCache()
    process.send?.(answered)
  })
})

async function answer(task: ReadingTask): Promise<ReadingAnswer> {
  try {
    return { read: await read(task, Buffer.from(task.content.buffer, task.content.byteOffset, task.content.length)) }
  } catch (error) {
    // Only a code passes from one process to another.
    if (error instanceof Refusal && typeof error.code === 'string')
      return { refusal: { code: error.code, detail: error.detail } }
    return { bug: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

/** Only the library that is needed is loaded: each costs a good part of the wait. */
async function read(task: ReadingTask, content: Buffer): Promise<unknown> {
  if (task.kind === 'document') return (await import('./read-document.ts')).readDocument(content, task.extension)
  if (task.kind === 'square') return (await import('./read-square.ts')).readSquare(content, task.extension, task.side)
  const { readSheets, readSpreadsheet } = await import('./read-spreadsheet.ts')
  return task.kind === 'table'
    ? readSpreadsheet(content, task.rowsMax, task.sheet)
    : readSheets(content, task.rowsMax, task.sheets, task.optional)
}
