import { useQuery } from '@tanstack/react-query'
import { HandCoins } from 'lucide'
import { useState } from 'react'
import { listContributions } from '#features/savings/contributions/contract.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import { contributionMonth } from '#features/savings/contributions/rules/contribution.ts'
import type { MemberId } from '#core/ids.ts'
import { query } from '#ui/api/query.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { StandingTag } from '#ui/parts/StandingTag.tsx'
import { type Column, moneyColumn } from '#ui/Table.tsx'

const columns: Column<Replied<typeof listContributions>>[] = [
  { key: 'month', header: 'Month', card: 'title', cell: contributionMonth },
  moneyColumn('expected', 'Expected', (row) => row.expected),
  moneyColumn('paid', 'Paid', (row) => row.paid),
  moneyColumn('outstanding', 'Outstanding', (row) => row.outstanding),
  { key: 'standing', header: 'Standing', card: 'corner', cell: (row) => <StandingTag {...row} /> },
]

/** A member's months, newest first. */
export function MemberContributions({ memberId }: { memberId: MemberId }) {
  const [page, setPage] = useState(1)
  const list = useQuery(query(listContributions, { memberId, page, limit: 10, sort: '-period' }))
  const { data } = list
  return (
    <div>
      <List
        asked={list}
        failed="Failed to get financial records"
        set={({ page: next = 1 }) => setPage(next)}
        limited
        caption="Contributions by month"
        columns={columns}
        rowKey={(row) => row.period}
        loadingRows={6}
        totals={
          data?.summary && {
            month: 'All months',
            expected: <MoneyText amount={data.summary.expected} />,
            paid: <MoneyText amount={data.summary.paid} />,
            outstanding: <MoneyText amount={data.summary.outstanding} />,
          }
        }
        empty={
          <EmptyState icon={HandCoins} title="No months yet">
            Set what this member has agreed to pay each month, or record a contribution.
          </EmptyState>
        }
      />
    </div>
  )
}
