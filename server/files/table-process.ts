import type { AgreementPaper } from './agreement-paper.ts'
import type { SlipsPaper } from './slips-paper.ts'
import type { PlainColumn, PlainRow } from './table-columns.ts'
import type { StatementPaper } from './statement-paper.ts'
import type { PaperHead } from './table-paper.ts'

/** A further sheet of a workbook, small enough to travel with the task. */
export type MoreSheet = { sheet: string; columns: PlainColumn[]; rows: PlainRow[] }

export type TableTask =
  | ({ columns: PlainColumn[] } & (
      | { format: 'xlsx'; sheet: string; more?: MoreSheet[] }
      | { format: 'pdf'; head: PaperHead }
    ))
  | { format: 'agreement'; paper: AgreementPaper }
  | { format: 'statement'; paper: StatementPaper }
  | { format: 'slips'; paper: SlipsPaper }

/** First the task, then rows in portions, then that there are no more. */
export type TableMessage = { task: TableTask } | { rows: PlainRow[] } | { isWhole: true }

export type TableAnswer = { content: Uint8Array } | { bug: string }

let task: TableTask | undefined
const rows: PlainRow[] = []

/** The program of the process that writes one table to a file: it is told all, answers, and ends. */
process.on('message', (message: TableMessage) => {
  if ('task' in message) task = message.task
  else if ('rows' in message) rows.push(...message.rows)
  else void answer().then((answered) => process.send?.(answered, () => process.disconnect()))
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
  if (given.format === 'xlsx')
    return (await import('./table-workbook.ts')).workbookOf([
      { sheet: given.sheet, columns: given.columns, rows },
      ...(given.more ?? []),
    ])
  return (await import('./table-paper.ts')).paperOf(given.head, given.columns, rows)
}

/** The logo is stored as WebP, which a PDF does not take. */
async function withLogo<Paper extends { logo: Uint8Array | null }>(paper: Paper): Promise<Paper> {
  if (!paper.logo) return paper
  const { redraw } = await import('./picture.ts')
  return { ...paper, logo: await redraw(paper.logo, (picture) => picture.png()) }
}
