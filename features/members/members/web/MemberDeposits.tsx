import { useQuery } from '@tanstack/react-query'
import { listFixedDeposits } from '#features/savings/fixed-deposits/contract.ts'
import { Vault } from 'lucide'
import { useState } from 'react'
import type { MemberId } from '#core/ids.ts'
import { query } from '#ui/api/query.ts'
import { Link } from '#ui/router/Link.tsx'
import { buttonClass } from '#ui/Button.tsx'
import { depositColumns } from '#ui/parts/DepositTable.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'

const columns = depositColumns.map(({ sort: _sort, ...column }) => column)

/** A member's fixed deposits, open and ended. */
export function MemberDeposits({ memberId }: { memberId: MemberId }) {
  const [page, setPage] = useState(1)
  const list = useQuery(query(listFixedDeposits, { memberId, page, sort: '-maturesOn' }))
  return (
    <div>
      <List
        asked={list}
        failed="Failed to load the deposits"
        set={({ page: next = 1 }) => setPage(next)}
        limited
        caption="Fixed deposits"
        columns={columns}
        rowKey={(row) => row.id}
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
    </div>
  )
}
