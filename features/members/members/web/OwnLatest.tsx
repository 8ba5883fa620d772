import { useQuery } from '@tanstack/react-query'
import { listOwnRequests } from '#features/members/requests/contract.ts'
import { listTransactions } from '#features/savings/transactions/contract.ts'
import { query } from '#ui/api/query.ts'
import { Link } from '#ui/router/Link.tsx'
import { ScrollText } from 'lucide'
import { Banner } from '#ui/Banner.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { type Column, Table } from '#ui/Table.tsx'
import { TransactionTag, transactionTypeLabels } from '#ui/parts/TransactionTag.tsx'
import { periodText } from '#ui/format.ts'
import type { ReactNode } from 'react'
import type { Kobo } from '#core/money.ts'
import { fillCount } from '#core/fill.ts'
import * as strings from './strings.ts'

/** The signed-in member's last five movements. */
export function OwnLatest({ shown }: { shown: (amount: Kobo, sign?: 'in' | 'out') => ReactNode }) {
  const latest = useQuery(query(listTransactions, { limit: 5 }))
  type Row = NonNullable<typeof latest.data>['rows'][number]
  const columns: Column<Row>[] = [
    {
      key: 'what',
      header: strings.what,
      card: 'title',
      cell: (row) => `${transactionTypeLabels[row.type]}${row.period ? `, ${periodText(row.period)}` : ''}`,
    },
    { key: 'date', header: strings.date, card: 'bare', cell: (row) => <DateText on={row.occurredOn} /> },
    { key: 'account', header: strings.account, card: 'bare', cell: (row) => row.account },
    { key: 'status', header: strings.status, card: 'bare', cell: (row) => <TransactionTag status={row.status} /> },
    {
      key: 'amount',
      header: strings.amount,
      align: 'end',
      card: 'corner',
      cell: (row) => shown(row.amount, row.direction ?? undefined),
    },
  ]
  return (
    <>
      <OwnWaiting />
      <Card
        flush
        title={strings.latestTransactions}
        actions={<Link to="/member/transactions">{strings.allTransactions}</Link>}
      >
        {latest.isError ? (
          <LoadProblem title={strings.failedToGetFinancialRecords} of={latest} />
        ) : (
          <Table
            caption={strings.latestTransactions}
            columns={columns}
            rows={latest.data?.rows}
            rowKey={(row) => row.id}
            loadingRows={5}
            empty={
              <EmptyState icon={ScrollText} title={strings.noTransactionsYet}>
                {strings.whatYouPayInAppears}
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
    <Banner title={fillCount(count, strings.requestsWaiting)}>
      <Link to="/member/requests">{strings.seeWhatYouAskedFor}</Link>
    </Banner>
  )
}
