import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide'
import { useState } from 'react'
import type { Replied } from '#core/contract/endpoint.ts'
import { listMemberEvents } from '#features/members/history/contract.ts'
import type { MemberId } from '#core/ids.ts'
import { query } from '#ui/api/query.ts'
import { DateText } from '#ui/DateText.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'
import type { Column } from '#ui/Table.tsx'

type Row = Replied<typeof listMemberEvents>

const columns: Column<Row>[] = [
  { key: 'what', header: 'What', card: 'title', cell: (row) => row.says },
  { key: 'by', header: 'By', card: 'bare', cell: (row) => row.by },
  { key: 'when', header: 'When', card: 'corner', cell: (row) => <DateText on={row.at} time /> },
]

/** Who did what to a member's record, newest first. */
export function MemberEvents({ memberId }: { memberId: MemberId }) {
  const [page, setPage] = useState(1)
  const list = useQuery(query(listMemberEvents, { memberId, page }))
  return (
    <div>
      <List
        asked={list}
        failed="Failed to load the activity"
        set={({ page: next = 1 }) => setPage(next)}
        limited
        caption="Activity"
        columns={columns}
        rowKey={(row) => row.id}
        loadingRows={5}
        empty={<EmptyState icon={History} title="Nothing was done to this record yet" />}
      />
    </div>
  )
}
