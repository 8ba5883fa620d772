import { useQuery } from '@tanstack/react-query'
import { listFixedDeposits } from '#contract/money/fixed-deposits.ts'
import { Vault } from 'lucide'
import { useState } from 'react'
import type { MemberId } from '#domain/ids.ts'
import { query } from '#web/api/query.ts'
import { Link } from '#web/router/Link.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { depositColumns } from '#web/parts/DepositTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Table } from '#web/ui/Table.tsx'

const columns = depositColumns.map(({ sort: _sort, ...column }) => column)

/** A member's fixed deposits, open and ended. */
export function MemberDeposits({ memberId }: { memberId: MemberId }) {
  const [page, setPage] = useState(1)
  const list = useQuery(query(listFixedDeposits, { memberId, page, sort: '-maturesOn' }))
  if (list.isError) return <LoadProblem title="Failed to load the deposits" of={list} />
  return (
    <div>
      <Table
        caption="Fixed deposits"
        columns={columns}
        rows={list.data?.rows}
        rowKey={(row) => row.id}
        busy={list.isPlaceholderData}
        loadingRows={3}
        empty={
          <EmptyState
            icon={Vault}
            title="No fixed deposit"
            actions={
              <Link className={buttonClass('secondary')} to="/coop/financial-operations/fixed-deposits">
                All fixed deposits
              </Link>
            }
          />
        }
      />
      <Pagination meta={list.data?.meta} onPage={setPage} />
    </div>
  )
}
