import { useQuery } from '@tanstack/react-query'
import { listPreviousActions } from '#features/governance/actions/contract.ts'
import { wholeList } from '#ui/api/whole-list.ts'
import { Card } from '#ui/Card.tsx'
import { Table } from '#ui/Table.tsx'
import { actionColumnsOf, useActionDialogs } from './ActionTable.tsx'
import type { Meeting } from './api.ts'

/** What the meeting before decided, and what became of it; nothing where it decided nothing. */
export function PreviousActions({ meeting: { id } }: { meeting: Meeting }) {
  const { data } = useQuery(wholeList(listPreviousActions, { id }))
  const { dialogs, onDo } = useActionDialogs()
  if (!data || data.length === 0) return null
  return (
    <Card title="Actions from the last meeting" flush>
      <Table
        caption="Actions from the last meeting"
        columns={actionColumnsOf({ onDo, withMeeting: true }).map(({ sort: _, ...column }) => column)}
        rows={data}
        rowKey={(row) => row.id}
      />
      {dialogs}
    </Card>
  )
}
