import { type ChildProcess, fork } from 'node:child_process'
import { Refusal } from '#domain/refusal.ts'
import { FairQueue } from '#server/limits/fair-queue.ts'
import type { AgreementPaper } from './agreement-paper.ts'
import type { SlipsPaper } from './slips-paper.ts'
import { cellsOf, plainColumns, portionsOf, type RowLook, type TableColumn } from './table-columns.ts'
import type { StatementPaper } from './statement-paper.ts'
import type { PaperHead } from './table-paper.ts'
import type { TableAnswer, TableMessage, TableTask } from './table-process.ts'

const secondsMax = 25
const heapMebibytesMax = 768
const portion = 1000

const queue = new FairQueue({ workingMax: 2, waitingMax: 16, lineMax: 4 })

type Looks<Row> = { look?: (row: Row) => RowLook }

/** Rows as an Excel workbook of one sheet: amounts are numbers, days are dates. Refuses: overloaded. */
export async function writeXlsx<Row>(
  columns: readonly TableColumn<Row>[],
  rows: Iterable<Row>,
  { sheet = 'Sheet1', look }: Looks<Row> & { sheet?: string } = {},
): Promise<Buffer> {
  return writeInProcess({ format: 'xlsx', sheet, columns: plainColumns(columns) }, columns, rows, look)
}

/** Several tables as one workbook; the first is the largest. Refuses: overloaded. */
export async function writeSheets<First>(
  first: { sheet: string; columns: readonly TableColumn<First>[]; rows: Iterable<First> },
  ...others: readonly SmallSheet[]
): Promise<Buffer> {
  return writeInProcess(
    { format: 'xlsx', sheet: first.sheet, columns: plainColumns(first.columns), more: [...others] },
    first.columns,
    first.rows,
    undefined,
  )
}

type SmallSheet = NonNullable<Extract<TableTask, { format: 'xlsx' }>['more']>[number]

/** A further table of a workbook. */
export function smallSheet<Row>(sheet: string, columns: readonly TableColumn<Row>[], rows: readonly Row[]): SmallSheet {
  return {
    sheet,
    columns: plainColumns(columns),
    rows: rows.map((row) => ({ look: 'plain' as const, cells: cellsOf(columns, row) })),
  }
}

/** Rows as a PDF to print, with its heading on the first page and column names on each. Refuses: overloaded. */
export async function writePdf<Row>(
  columns: readonly TableColumn<Row>[],
  rows: Iterable<Row>,
  head: PaperHead,
  { look }: Looks<Row> = {},
): Promise<Buffer> {
  return writeInProcess({ format: 'pdf', head, columns: plainColumns(columns) }, columns, rows, look)
}

/** An agreement as a PDF to sign. Refuses: overloaded. */
export async function writeAgreement(paper: AgreementPaper): Promise<Buffer> {
  return writeInProcess({ format: 'agreement', paper }, [], [], undefined)
}

/** A statement, a receipt or what is stored about somebody, as a PDF. Refuses: overloaded. */
export async function writeStatement(paper: StatementPaper): Promise<Buffer> {
  return writeInProcess({ format: 'statement', paper }, [], [], undefined)
}

/** Slips to cut out as a PDF. Refuses: overloaded. */
export async function writeSlips(paper: SlipsPaper): Promise<Buffer> {
  return writeInProcess({ format: 'slips', paper }, [], [], undefined)
}

/** In a process of its own, to which rows travel in portions: no one else's request waits for a long file. */
async function writeInProcess<Row>(
  task: TableTask,
  columns: readonly TableColumn<Row>[],
  rows: Iterable<Row>,
  look: ((row: Row) => RowLook) | undefined,
): Promise<Buffer> {
  return queue.run(async () => {
    const child = fork(new URL('table-process.ts', import.meta.url), {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${heapMebibytesMax}`],
      // It needs none of the server's secrets.
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const timer = setTimeout(() => child.kill('SIGKILL'), secondsMax * 1000)
    try {
      const answered = answerOf(child)
      // Heard below; until then a child that ends early is not an unhandled failure.
      answered.catch(() => {})
      await tell(child, { task })
      for (const some of portionsOf(rows, portion)) {
        await tell(child, { rows: some.map((row) => ({ look: look?.(row) ?? 'plain', cells: cellsOf(columns, row) })) })
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
