import { useQuery } from '@tanstack/react-query'
import { ListChecks, Plus } from 'lucide'
import { Suspense, lazy, useState } from 'react'
import { listActions } from '#features/governance/actions/contract.ts'
import { wholeList } from '#ui/api/whole-list.ts'
import { may } from '#ui/session/may.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { Table } from '#ui/Table.tsx'
import { actionColumnsOf, useActionDialogs } from './ActionTable.tsx'
import type { Meeting } from './api.ts'

const drawer = () => import('./ActionDrawer.tsx')
const ActionDrawer = lazy(async () => ({ default: (await drawer()).ActionDrawer }))

/** What a meeting decided is to be done, beside its minutes. */
export function MeetingActions({ meeting }: { meeting: Meeting }) {
  const actions = useQuery(wholeList(listActions, { meetingId: meeting.id }))
  const [isAdding, setAdding] = useState(false)
  const { dialogs, onDo } = useActionDialogs(meeting)
  if (actions.isError) return <LoadProblem title="Failed to load the actions" of={actions} />
  if (meeting.adoptedAt && actions.data?.length === 0) return null
  const record = meeting.adoptedAt === null && (
    <Button needs="meeting.manage" icon={Plus} loads={drawer} onClick={() => setAdding(true)}>
      Record action
    </Button>
  )
  return (
    <Card title="Actions" flush actions={actions.data && actions.data.length > 0 && record}>
      <Table
        caption="Actions of this meeting"
        columns={actionColumnsOf({ onDo }).map(({ sort: _, ...column }) => column)}
        rows={actions.data}
        rowKey={({ id }) => id}
        loadingRows={2}
        empty={
          <EmptyState icon={ListChecks} title="No actions yet" actions={record}>
            Record who does what by when. Members are reminded of theirs.
          </EmptyState>
        }
      />
      {dialogs}
      <Suspense>
        {isAdding && may('meeting.manage') && (
          <ActionDrawer meeting={meeting} action={undefined} onClose={() => setAdding(false)} />
        )}
      </Suspense>
    </Card>
  )
}
