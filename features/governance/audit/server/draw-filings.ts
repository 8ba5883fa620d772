import { type Filing, findFilingsBetween } from '#features/governance/filings/server/queries.ts'
import { writableTable } from '#platform/files/table-file.ts'
import type { Drawing } from './queries.ts'

/** What was to be done or done in the period, by the compliance calendar. */
export async function drawFilings({ tx, days, head }: Drawing) {
  return writableTable<Filing>(
    {
      sheet: head.title,
      head,
      columns: [
        { header: 'Due on', kind: 'date', value: ({ dueOn }) => dueOn },
        { header: 'What', kind: 'text', width: 40, value: ({ name }) => name },
        { header: 'To', kind: 'text', width: 36, value: ({ authority }) => authority },
        { header: 'Done on', kind: 'date', value: ({ doneOn }) => doneOn },
        { header: 'By', kind: 'text', width: 24, value: ({ doneBy }) => doneBy },
        { header: 'Reference', kind: 'text', width: 20, value: ({ reference }) => reference },
      ],
    },
    await findFilingsBetween(tx, days),
  )
}
