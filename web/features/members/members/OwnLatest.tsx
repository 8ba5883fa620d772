import { useQuery } from '@tanstack/react-query'
import { listOwnRequests } from '#contract/members/member-requests.ts'
import { listTransactions } from '#contract/money/transactions.ts'
import { query } from '#web/api/query.ts'
import { Link } from '#web/router/Link.tsx'
import { ScrollText } from 'lucide'
import { Banner } from '#web/ui/Banner.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { TransactionTag, transactionTypeLabels } from '#web/parts/TransactionTag.tsx'
import { periodText } from '#web/ui/format.ts'
import type { ReactNode } from 'react'
import type { Kobo } from '#domain/money.ts'

/** The signed-in member's last five movements. */
export function OwnLatest({ shown }: { shown: (amount: Kobo, sign?: 'in' | 'out') => ReactNode }) {
  const latest = useQuery(query(listTransactions, { limit: 5 }))
  type Row = NonNullable<typeof latest.data>['rows'][number]
  const columns: Column<Row>[] = [
    {
      key: 'what',
      header: 'What',
      card: 'title',
      cell: (row) => `${transactionTypeLabels[row.type]}${row.period ? `, ${periodText(row.period)}` : ''}`,
    },
    { key: 'date', header: 'Date', card: 'bare', cell: (row) => <DateText on={row.occurredOn} /> },
    { key: 'account', header: 'Account', card: 'bare', cell: (row) => row.account },
    { key: 'status', header: 'Status', card: 'bare', cell: (row) => <TransactionTag status={row.status} /> },
    {
      key: 'amount',
      header: 'Amount',
      align: 'end',
      card: 'corner',
      cell: (row) => shown(row.amount, row.direction ?? undefined),
    },
  ]
  return (
    <>
      <OwnWaiting />
      <Card flush title="Latest transactions" actions={<Link to="/member/transactions">All transactions</Link>}>
        {latest.isError ? (
          <LoadProblem title="Failed to get financial records" of={latest} />
        ) : (
          <Table
            caption="Latest transactions"
            columns={columns}
            rows={latest.data?.rows}
            rowKey={(row) => row.id}
            loadingRows={5}
            empty={
              <EmptyState icon={ScrollText} title="No transactions yet">
                What you pay in appears here as soon as an officer has recorded it.
              </EmptyState>
            }
          />
        )}
      </Card>
    </>
  )
}

/** The way to what they asked for, while an officer has not answered it. */
function OwnWaiting() {
  const { data } = useQuery(query(listOwnRequests, { status: 'waiting', limit: 1 }))
  const count = data?.meta?.total ?? 0
  if (count === 0) return null
  return (
    <Banner
      title={count === 1 ? 'A request of yours waits for an officer' : `${count} requests of yours wait for an officer`}
    >
      <Link to="/member/requests">See what you asked for</Link>
    </Banner>
  )
}
