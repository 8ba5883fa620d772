import type { PlainColumn, PlainRow } from './table-columns.ts'
import { type PaperHead, paperOf } from './table-paper.ts'
import { workbookOf } from './table-workbook.ts'

export type TableTask = { columns: PlainColumn[] } & ({ format: 'xlsx'; sheet: string } | { format: 'pdf'; head: PaperHead })

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
    return { content: task.format === 'xlsx' ? await workbookOf(task.sheet, task.columns, rows) : await paperOf(task.head, task.columns, rows) }
  } catch (error) {
    return { bug: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
