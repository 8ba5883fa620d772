import { writableTable } from '#platform/files/table-file.ts'
import type { Drawing } from './queries.ts'
import { findReversalsBetween, type ReversalLine } from './queries.ts'

export async function drawReversals({ tx, days, head }: Drawing) {
  return writableTable<ReversalLine>(
    {
      sheet: head.title,
      head,
      columns: [
        { header: 'Entry', kind: 'number', width: 8, value: ({ number }) => number },
        { header: 'Date', kind: 'date', value: ({ on }) => on },
        { header: 'Reverses entry', kind: 'number', width: 14, value: ({ reverses }) => reverses },
        { header: 'Of', kind: 'date', value: ({ reversedOn }) => reversedOn },
        { header: 'Amount', kind: 'money', value: ({ amount }) => amount },
        { header: 'Reason', kind: 'text', width: 40, value: ({ reason }) => reason },
        { header: 'By', kind: 'text', width: 24, value: ({ by }) => by },
      ],
    },
    await findReversalsBetween(tx, days),
  )
}
