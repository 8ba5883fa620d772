import { useQuery } from '@tanstack/react-query'
import { Landmark } from 'lucide'
import { useState } from 'react'
import type { Replied } from '#core/contract/endpoint.ts'
import { handleUnclaimedMoney, listUnclaimedMoney } from '#features/platform-admin/unclaimed-money/contract.ts'
import { query } from '#ui/api/query.ts'
import { Link } from '#ui/router/Link.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { ReasonDialog } from '#ui/ReasonDialog.tsx'
import type { Column } from '#ui/Table.tsx'

type Unclaimed = Replied<typeof listUnclaimedMoney>

/** Transfers and settlements at the payment provider that are in no cooperative's books, where there are any. */
export function UnclaimedMoney() {
  const [page, setPage] = useState(1)
  const [handling, setHandling] = useState<Unclaimed>()
  const list = useQuery(query(listUnclaimedMoney, { page, limit: 10 }))
  if (list.data?.meta.total === 0) return null
  return (
    <Card
      flush
      title="Unclaimed money"
      description="Received by the payment provider and in no cooperative’s books. Ask the provider whose it is."
    >
      <List
        asked={list}
        failed="Failed to load unclaimed money"
        set={({ page: next }) => setPage(next ?? 1)}
        limited
        caption="Unclaimed money"
        columns={columns(setHandling)}
        rowKey={(row) => row.id}
        loadingRows={1}
        empty={
          <EmptyState icon={Landmark} title="No unclaimed money">
            Transfers and settlements of no cooperative appear here.
          </EmptyState>
        }
      />
      {handling && (
        <ReasonDialog
          endpoint={handleUnclaimedMoney}
          input={{ id: handling.id }}
          title="Mark as handled?"
          description="Say what was done, such as the name of the cooperative that got the money, or that it was sent back."
          button="Mark as handled"
          look="primary"
          failed="It was not marked as handled"
          done="Marked as handled"
          onClose={() => setHandling(undefined)}
        />
      )}
    </Card>
  )
}

function columns(handle: (row: Unclaimed) => void): Column<Unclaimed>[] {
  return [
    {
      key: 'what',
      header: 'Received',
      card: 'title',
      cell: ({ kind, sentTo, listedFor }) =>
        kind === 'transfer' ? (
          `Transfer to ${sentTo ?? 'an unknown account number'}`
        ) : listedFor ? (
          <>
            Settlement listed for{' '}
            <Link to="/superadmin/cooperatives/$cooperativeId" params={{ cooperativeId: listedFor.id }}>
              {listedFor.name}
            </Link>
          </>
        ) : (
          'Settlement'
        ),
    },
    {
      key: 'amount',
      header: 'Amount',
      cell: ({ amount }) => (amount === null ? 'Unknown' : <MoneyText amount={amount} />),
    },
    {
      key: 'reference',
      header: 'Reference',
      cell: ({ reference, cameAt }) => (
        <>
          {reference}
          <br />
          <span className="muted">
            <DateText on={cameAt} time />
          </span>
        </>
      ),
    },
    {
      key: 'acts',
      header: '',
      width: '220px',
      card: 'bare',
      cell: (row) =>
        row.handledAt ? (
          <span className="muted">
            Handled by {row.handledBy}: {row.reason}
          </span>
        ) : (
          <Button size="small" onClick={() => handle(row)}>
            Mark as handled
          </Button>
        ),
    },
  ]
}
