import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide'
import { useState } from 'react'
import type { Replied } from '#contract/endpoint.ts'
import type { listMemberEvents } from '#contract/member-history.ts'
import type { MemberId } from '#domain/ids.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { historyQueries } from './history-api.ts'

type Row = Replied<typeof listMemberEvents>

/** What each call did, in the words of the desk. */
const words: Record<string, string> = {
  'PUT /cooperatives/members/:id': 'Details changed',
  'PUT /cooperatives/members/:memberId/roles': 'Roles changed',
  'PUT /cooperatives/members/:memberId/nominees': 'Nominees changed',
  'PUT /financial/members/:memberId/employer': 'Employer changed',
  'POST /financial/members/:memberId/photo': 'Photo changed',
  'DELETE /financial/members/:memberId/photo': 'Photo removed',
  'POST /financial/members/:memberId/documents': 'Paper added',
  'DELETE /financial/members/:memberId/documents/:documentId': 'Paper removed',
  'POST /financial/contributions': 'Contribution recorded',
  'POST /financial/transactions': 'Movement recorded',
  'POST /financial/transactions/deposits': 'Deposit recorded',
  'POST /financial/pledges': 'Money held',
  'POST /financial/loans': 'Loan applied for',
  'POST /financial/fixed-deposits': 'Fixed deposit opened',
  'DELETE /cooperatives/members/:memberId/sessions': 'Logged out everywhere',
  'POST /cooperatives/members/:memberId/activation': 'New activation code given',
  'POST /cooperatives/members/:memberId/leaving': 'Leaving begun',
  'POST /financial/members/:memberId/statement-links': 'Statement opened to a link',
  'GET /financial/members/:memberId/statement': 'Statement downloaded',
  'GET /financial/members/:memberId/documents/:documentId': 'Document opened',
  'account.activated': 'Account activated',
  'login.failed': 'Failed login',
  'login.locked': 'Login locked after wrong passwords',
  'password.wrong': 'Wrong password for a change of their login',
  'password.reset': 'Password reset with a code',
}

const columns: Column<Row>[] = [
  { key: 'what', header: 'What', card: 'title', cell: (row) => words[row.action] ?? row.action },
  { key: 'by', header: 'By', cell: (row) => row.by },
  { key: 'when', header: 'When', card: 'corner', cell: (row) => <DateText on={row.at} time /> },
]

/** Who did what to a member's record, newest first. */
export function MemberEvents({ memberId }: { memberId: MemberId }) {
  const [page, setPage] = useState(1)
  const list = useQuery(historyQueries.events(memberId, page))
  if (list.isError) return <LoadProblem title="The activity could not be loaded" error={list.error} onRetry={() => void list.refetch()} />
  return (
    <div>
      <Table caption="Activity" columns={columns} rows={list.data?.rows} rowKey={(row) => row.id} busy={list.isPlaceholderData} loadingRows={5} empty={<EmptyState icon={History} title="Nothing was done to this record yet" />} />
      <Pagination meta={list.data?.meta} onPage={setPage} />
    </div>
  )
}
