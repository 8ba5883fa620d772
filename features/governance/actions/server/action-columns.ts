import { actionStatusNames } from '#features/governance/actions/rules/action.ts'
import type { TableColumn } from '#platform/files/table-columns.ts'
import type { Action } from './queries.ts'

const stateOf = ({ status, isOverdue }: Action) => (isOverdue ? 'Overdue' : actionStatusNames[status])

/** Actions as a table in a file. */
export const actionColumns: readonly TableColumn<Action>[] = [
  { header: 'Due on', kind: 'date', value: ({ dueOn }) => dueOn },
  { header: 'Action', kind: 'text', width: 60, value: ({ wording }) => wording },
  { header: 'By', kind: 'text', width: 26, value: ({ memberName }) => memberName },
  { header: 'Meeting', kind: 'text', width: 30, value: ({ meetingTitle }) => meetingTitle },
  { header: 'Held on', kind: 'date', value: ({ meetingDate }) => meetingDate },
  { header: 'Status', kind: 'text', width: 10, value: stateOf },
  { header: 'Ended on', kind: 'date', value: ({ endedOn }) => endedOn },
  { header: 'Recorded by', kind: 'text', width: 26, value: ({ endedBy }) => endedBy },
  { header: 'Note', kind: 'text', width: 40, value: ({ note }) => note },
]
