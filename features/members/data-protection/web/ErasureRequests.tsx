import { useQuery } from '@tanstack/react-query'
import { listErasureRequests } from '#features/members/data-protection/contract.ts'
import { UserX } from 'lucide'
import { Suspense, lazy, useState } from 'react'
import { query } from '#ui/api/query.ts'
import { Link } from '#ui/router/Link.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'
import type { Column } from '#ui/Table.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { ErasureRequest } from './api.ts'

const DecideErasure = lazy(async () => ({ default: (await import('./DecideErasure.tsx')).DecideErasure }))

const states = {
  pending: <Tag tone="warning">Waits</Tag>,
  refused: <Tag>Refused</Tag>,
  carried_out: <Tag tone="success">Erased</Tag>,
}

/** Members who asked to be erased, for the officers to decide. */
export function ErasureRequests() {
  const [page, setPage] = useState(1)
  const [deciding, setDeciding] = useState<ErasureRequest>()
  const asked = useQuery(query(listErasureRequests, { page, limit: 10 }))
  const columns: Column<ErasureRequest>[] = [
    {
      key: 'member',
      header: 'Member',
      card: 'title',
      cell: ({ memberId, memberName, status }) =>
        status === 'carried_out' ? (
          memberName
        ) : (
          <Link to="/coop/member/$memberId" params={{ memberId }}>
            {memberName}
          </Link>
        ),
    },
    { key: 'number', header: 'Number', cell: ({ membershipno }) => <span className="number">{membershipno}</span> },
    { key: 'asked', header: 'Asked', cell: ({ askedAt }) => <DateText on={askedAt} /> },
    { key: 'status', header: 'Status', card: 'corner', cell: ({ status }) => states[status] },
    {
      key: 'decide',
      header: '',
      align: 'end',
      cell: (request) =>
        request.status === 'pending' ? (
          <Button
            needs="erasure.decide"
            size="small"
            aria-label={`Decide about ${request.memberName}`}
            onClick={() => setDeciding(request)}
          >
            Decide
          </Button>
        ) : (
          <span className="muted">by {request.decidedBy}</span>
        ),
    },
  ]
  return (
    <Card flush title="Requests to be erased">
      <List
        asked={asked}
        failed="Failed to load the requests"
        set={({ page: next = 1 }) => setPage(next)}
        limited
        caption="Requests to be erased"
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={UserX} title="No erasure requests">
            A member asks in their own settings, under “My data”; of a former member you record the letter on their
            page. The request then waits here for an officer.
          </EmptyState>
        }
      />
      <Suspense>{deciding && <DecideErasure request={deciding} onClose={() => setDeciding(undefined)} />}</Suspense>
    </Card>
  )
}
