import { type Action, findActionsOpenOn } from '#features/governance/actions/server/queries.ts'
import { writableTable } from '#platform/files/table-file.ts'
import type { Drawing } from './queries.ts'

/** What was still to be done at the end of the period, as it was then. */
export async function drawActions({ tx, days, head }: Drawing) {
  return writableTable<Action>(
    {
      sheet: head.title,
      head,
      columns: [
        { header: 'Due on', kind: 'date', value: ({ dueOn }) => dueOn },
        { header: 'Overdue', kind: 'text', width: 10, value: ({ dueOn }) => (dueOn < days.to ? 'Yes' : 'No') },
        { header: 'Action', kind: 'text', width: 70, value: ({ wording }) => wording },
        { header: 'By', kind: 'text', width: 26, value: ({ memberName }) => memberName },
        { header: 'Meeting', kind: 'text', width: 30, value: ({ meetingTitle }) => meetingTitle },
        { header: 'Held on', kind: 'date', value: ({ meetingDate }) => meetingDate },
        { header: 'Ended since on', kind: 'date', width: 14, value: ({ endedOn }) => endedOn },
      ],
    },
    await findActionsOpenOn(tx, days.to),
  )
}
