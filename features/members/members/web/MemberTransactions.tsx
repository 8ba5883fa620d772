import { useQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide'
import { useState } from 'react'
import type { Replied } from '#core/contract/endpoint.ts'
import { listTransactions } from '#features/savings/transactions/contract.ts'
import type { MemberId } from '#core/ids.ts'
import { query } from '#ui/api/query.ts'
import { DateText } from '#ui/DateText.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import type { Column } from '#ui/Table.tsx'
import { TransactionTag, transactionTypeLabels } from '#ui/parts/TransactionTag.tsx'
import { periodText } from '#ui/format.ts'

const columns: Column<Replied<typeof listTransactions>>[] = [
  {
    key: 'what',
    header: 'What',
    card: 'title',
    cell: (row) => `${transactionTypeLabels[row.type]}${row.period ? `, ${periodText(row.period)}` : ''}`,
  },
  { key: 'date', header: 'Date', card: 'bare', cell: (row) => <DateText on={row.occurredOn} /> },
  { key: 'account', header: 'Account', card: 'bare', cell: (row) => row.account },
  { key: 'entry', header: 'Entry', align: 'end', card: 'hidden', cell: (row) => row.entryNumber ?? '' },
  { key: 'status', header: 'Status', card: 'bare', cell: (row) => <TransactionTag status={row.status} /> },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    card: 'corner',
    cell: (row) => <MoneyText amount={row.amount} sign={row.direction ?? undefined} />,
  },
]

/** A member's movements, newest first. */
export function MemberTransactions({ memberId }: { memberId: MemberId }) {
  const [page, setPage] = useState(1)
  const list = useQuery(query(listTransactions, { memberId, page, limit: 10 }))
  return (
    <div>
      <List
        asked={list}
        failed="Failed to get financial records"
        set={({ page: next = 1 }) => setPage(next)}
        limited
        caption="Transactions"
        columns={columns}
        rowKey={(row) => row.id}
        loadingRows={6}
        empty={<EmptyState icon={ScrollText} title="No transactions yet" />}
      />
    </div>
  )
}
