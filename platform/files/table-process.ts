import { flushCompileCache } from 'node:module'
import type { AgreementPaper } from './agreement-paper.ts'
import type { SlipsPaper } from './slips-paper.ts'
import type { PlainRow } from './table-columns.ts'
import type { StatementPaper } from './statement-paper.ts'
import type { PaperHead, PlainTable, TableHead } from './table-paper.ts'

export type TableTask =
  | { format: 'xlsx' }
  /** `foot` is at the foot of each page. */
  | { format: 'pdf'; foot: PaperHead }
  | { format: 'agreement'; paper: AgreementPaper }
  | { format: 'statement'; paper: StatementPaper }
  | { format: 'slips'; paper: SlipsPaper }

/** First the task, then each table with its rows in portions, then that there are no more. */
export type TableMessage = { task: TableTask } | { table: TableHead } | { rows: PlainRow[] } | { isWhole: true }

export type TableAnswer = { content: Uint8Array } | { bug: string }

let task: TableTask | undefined
const tables: PlainTable[] = []

/** The program of the process that writes tables to a file: it is told all, answers, and ends. */
process.on('message', (message: TableMessage) => {
  if ('task' in message) task = message.task
  else if ('table' in message) tables.push({ ...message.table, rows: [] })
  else if ('rows' in message) tables.at(-1)?.rows.push(...message.rows)
  else
    void answer().then((answered) => {
      // Before the answer, because this process is killed once it has come.
      flushCompileCache()
      process.send?.(answered, () => process.disconnect())
    })
})

async function answer(): Promise<TableAnswer> {
  try {
    if (!task) throw new Error('Rows came without a task')
    return { content: await written(task) }
  } catch (error) {
    return { bug: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

/** Only the library that is needed is loaded: each costs a good part of the wait. */
async function written(given: TableTask): Promise<Uint8Array> {
  if (given.format === 'agreement')
    return (await import('./agreement-paper.ts')).agreementOf(await withLogo(given.paper))
  if (given.format === 'statement')
    return (await import('./statement-paper.ts')).statementPaperOf(await withLogo(given.paper))
  if (given.format === 'slips') return (await import('./slips-paper.ts')).slipsOf(given.paper)
  if (given.format === 'xlsx') return (await import('./table-workbook.ts')).workbookOf(tables)
  return (await import('./table-paper.ts')).paperOf(given.foot, tables)
}

/** The logo is stored as WebP, which a PDF does not take. */
async function withLogo<Paper extends { logo: Uint8Array | null }>(paper: Paper): Promise<Paper> {
  if (!paper.logo) return paper
  const { redraw } = await import('./picture.ts')
  return { ...paper, logo: await redraw(paper.logo, (picture) => picture.png()) }
}
