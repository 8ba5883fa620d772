import { Link } from '#ui/router/Link.tsx'
import type { Replied } from '#core/contract/endpoint.ts'
import type { listTransactions } from '#features/savings/transactions/contract.ts'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { type Column, Table } from '#ui/Table.tsx'
import { TransactionTag, transactionTypeLabels } from '#ui/parts/TransactionTag.tsx'

type Transaction = Replied<typeof listTransactions>

const columns: Column<Transaction>[] = [
  {
    key: 'member',
    header: 'Member',
    card: 'title',
    // What it was is under who: beside the chart there is no room for a column of its own.
    cell: (row) => (
      <>
        {row.memberId ? (
          <Link to="/coop/member/$memberId" params={{ memberId: row.memberId }}>
            {row.memberName}
          </Link>
        ) : (
          'The cooperative'
        )}
        <small className="latest__what muted">{transactionTypeLabels[row.type]}</small>
      </>
    ),
  },
  { key: 'date', header: 'Date', card: 'bare', cell: (row) => <DateText on={row.occurredOn} /> },
  { key: 'status', header: 'Status', card: 'bare', cell: (row) => <TransactionTag status={row.status} /> },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    card: 'corner',
    cell: (row) => <MoneyText amount={row.amount} sign={row.direction ?? undefined} />,
  },
]

/** The newest movements. */
export function LatestTransactions({
  latest,
  problem,
  onRetry,
}: {
  latest: readonly Transaction[] | undefined
  problem: Error | null
  onRetry: () => void
}) {
  return (
    <Card
      flush
      title="Latest transactions"
      actions={<Link to="/coop/financial-operations/transactions">All transactions</Link>}
    >
      {problem ? (
        <LoadProblem title="Failed to get financial records" error={problem} onRetry={onRetry} />
      ) : (
        <Table caption="Latest transactions" columns={columns} rows={latest} rowKey={(row) => row.id} loadingRows={5} />
      )}
    </Card>
  )
}
