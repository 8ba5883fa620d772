import { listOpenEntries } from '#features/accounting/reconciliation/contract.ts'
import { CircleCheck } from 'lucide'
import type { AccountId } from '#core/ids.ts'
import { Link } from '#ui/router/Link.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import type { Column } from '#ui/Table.tsx'
import { useList } from '#ui/use-list.ts'
import type { OpenEntry } from './api.ts'

/** The entry, leading to the whole of it. */
export const entryColumns: Column<OpenEntry>[] = [
  { key: 'on', header: 'Date', width: '112px', cell: ({ on }) => <DateText on={on} /> },
  {
    key: 'what',
    header: 'In the books',
    card: 'title',
    cell: ({ entryId, description, number }) => (
      <>
        <Link to="/coop/financial-operations/reports/entries/$entryId" params={{ entryId }}>
          {description}
        </Link>{' '}
        <span className="muted">No. {number}</span>
      </>
    ),
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    card: 'corner',
    cell: ({ amount }) => <MoneyText amount={amount} />,
  },
]

/** What the books moved and no statement shows yet. */
export function OpenEntries({ accountId }: { accountId: AccountId }) {
  const { list, set } = useList(listOpenEntries, { accountId })
  return (
    <Card
      flush
      title="In the books only"
      description="Deposits and payments that no statement shows yet, those after the last statement included. A later one will bring them."
    >
      <List
        asked={list}
        failed="Failed to load the entries"
        set={set}
        caption="In the books only"
        columns={entryColumns}
        rowKey={({ entryId }) => entryId}
        loadingRows={4}
        empty={
          <EmptyState icon={CircleCheck} title="Fully reconciled">
            What is recorded on this account and is not on a statement yet would appear here.
          </EmptyState>
        }
      />
    </Card>
  )
}
