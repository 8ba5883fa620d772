import type { ChildProcess } from 'node:child_process'
import { Refusal } from '#core/refusal.ts'
import { FairQueue } from '#platform/limits/fair-queue.ts'
import type { AgreementPaper } from './agreement-paper.ts'
import { startFileProcess } from './file-process.ts'
import type { SlipsPaper } from './slips-paper.ts'
import { cellsOf, plainColumns, type PlainRow, portionsOf, type RowLook, type TableColumn } from './table-columns.ts'
import type { StatementPaper } from './statement-paper.ts'
import type { PaperHead, TableHead } from './table-paper.ts'
import type { TableAnswer, TableMessage, TableTask } from './table-process.ts'

const secondsMax = 25
const heapMebibytesMax = 768
const portion = 1000

const queue = new FairQueue({ workingMax: 2, waitingMax: 16, lineMax: 4 })

/** A table whose rows are made plain only as they travel to the process that writes them. */
export type WritableTable = TableHead & { rowCount: number; plainRows: () => Iterable<PlainRow> }

export function writableTable<Row>(
  { sheet, head, columns }: { sheet: string; head?: PaperHead; columns: readonly TableColumn<Row>[] },
  rows: readonly Row[],
  look?: (row: Row) => RowLook,
): WritableTable {
  return {
    sheet,
    head: head ?? { society: '', title: sheet, lines: [] },
    columns: plainColumns(columns),
    rowCount: rows.length,
    *plainRows() {
      for (const row of rows) yield { look: look?.(row) ?? 'plain', cells: cellsOf(columns, row) }
    },
  }
}

/** Tables as one Excel workbook, a sheet each: amounts are numbers, days are dates. Refuses: overloaded. */
export async function writeXlsx(tables: readonly WritableTable[], seconds?: number): Promise<Buffer> {
  return writeInProcess({ format: 'xlsx' }, tables, seconds)
}

/** Tables as one PDF to print, each with its heading on its first page and column names on each. Refuses: overloaded. */
export async function writePdf(foot: PaperHead, tables: readonly WritableTable[], seconds?: number): Promise<Buffer> {
  return writeInProcess({ format: 'pdf', foot }, tables, seconds)
}

/** An agreement as a PDF to sign. Refuses: overloaded. */
export async function writeAgreement(paper: AgreementPaper): Promise<Buffer> {
  return writeInProcess({ format: 'agreement', paper })
}

/** A statement, a receipt or what is stored about somebody, as a PDF. Refuses: overloaded. */
export async function writeStatement(paper: StatementPaper): Promise<Buffer> {
  return writeInProcess({ format: 'statement', paper })
}

/** Slips to cut out as a PDF. Refuses: overloaded. */
export async function writeSlips(paper: SlipsPaper): Promise<Buffer> {
  return writeInProcess({ format: 'slips', paper })
}

/** In a process of its own, to which rows travel in portions: no one else's request waits for a long file. */
async function writeInProcess(
  task: TableTask,
  tables: readonly WritableTable[] = [],
  seconds = secondsMax,
): Promise<Buffer> {
  return queue.run(async () => {
    const child = startFileProcess(new URL('table-process.ts', import.meta.url), heapMebibytesMax)
    const timer = setTimeout(() => child.kill('SIGKILL'), seconds * 1000)
    try {
      const answered = answerOf(child)
      // Heard below; until then a child that ends early is not an unhandled failure.
      answered.catch(() => {})
      await tell(child, { task })
      for (const { plainRows, rowCount: _, ...table } of tables) {
        await tell(child, { table })
        for (const rows of portionsOf(plainRows(), portion)) await tell(child, { rows })
      }
      await tell(child, { isWhole: true })
      const answer = await answered
      if ('bug' in answer) throw new Error(`Writing a table failed: ${answer.bug}`)
      return Buffer.from(answer.content.buffer, answer.content.byteOffset, answer.content.length)
    } finally {
      clearTimeout(timer)
      child.kill()
    }
  })
}

function tell(child: ChildProcess, message: TableMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    child.send(message, (error) => (error ? reject(error) : resolve()))
  })
}

function answerOf(child: ChildProcess): Promise<TableAnswer> {
  return new Promise((resolve, reject) => {
    child.once('message', (answer) => resolve(answer as TableAnswer))
    child.once('error', reject)
    child.once('close', (code, signal) => {
      // By a signal it was ended by our clock or by its own limit; after an answer this changes nothing.
      reject(
        signal === null ? new Error(`The process that wrote a table ended with ${code}`) : new Refusal('overloaded'),
      )
    })
  })
}
