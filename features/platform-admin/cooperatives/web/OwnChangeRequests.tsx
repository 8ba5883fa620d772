import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide'
import { useMemo, useState } from 'react'
import { listOwnChangeRequests, rejectChangeRequest } from '#features/access/change-requests/contract.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import { query } from '#ui/api/query.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ReasonDialog } from '#ui/ReasonDialog.tsx'
import { type Column, Table } from '#ui/Table.tsx'
import { instantText } from '#ui/format.ts'

type Asked = Replied<typeof listOwnChangeRequests>[number]

/** What an officer who reads no list of approvals asked for, while another officer has not decided it. */
export function OwnChangeRequests() {
  const { data } = useQuery(query(listOwnChangeRequests, {}))
  const [leaving, setLeaving] = useState<Asked>()
  const columns = useMemo(() => columnsOf(setLeaving), [])
  if (!data || data.length === 0) return null
  return (
    <Card flush title="Your requests" description="Another officer approves or rejects these.">
      <Table
        caption="Your requests that wait for another officer"
        columns={columns}
        rows={data}
        rowKey={({ changeRequestId }) => changeRequestId}
      />
      {leaving && (
        <ReasonDialog
          endpoint={rejectChangeRequest}
          input={{ changeRequestId: leaving.changeRequestId }}
          title="Take back this request?"
          description={leaving.description}
          button="Take back"
          failed="The request was not taken back"
          done="Request taken back. Nothing has changed."
          onClose={() => setLeaving(undefined)}
        />
      )}
    </Card>
  )
}

function columnsOf(takeBack: (asked: Asked) => void): Column<Asked>[] {
  return [
    { key: 'change', header: 'Change', card: 'title', cell: ({ description }) => description },
    { key: 'asked', header: 'Asked', card: 'bare', cell: ({ askedAt }) => instantText(askedAt) },
    {
      key: 'do',
      header: '',
      align: 'end',
      card: 'corner',
      cell: (row) => (
        <Button icon={Undo2} onClick={() => takeBack(row)} aria-label={`Take back: ${row.description}`}>
          Take back
        </Button>
      ),
    },
  ]
}
