import { useQuery } from '@tanstack/react-query'
import { Banknote } from 'lucide'
import { useState } from 'react'
import type { Replied } from '#core/contract/endpoint.ts'
import { listMemberLoans } from '#features/loans/loans/contract.ts'
import type { MemberId } from '#core/ids.ts'
import { loanStatusLabels } from '#features/loans/loans/rules/loan.ts'
import { query } from '#ui/api/query.ts'
import { Link } from '#ui/router/Link.tsx'
import { useNavigate } from '#ui/router/place.ts'
import { DateText } from '#ui/DateText.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { type Column, moneyColumn } from '#ui/Table.tsx'
import { Tag } from '#ui/Tag.tsx'

type Row = Replied<typeof listMemberLoans>

const columnsOf = (fromSalary: boolean): Column<Row>[] => [
  {
    key: 'loan',
    header: 'Loan',
    card: 'title',
    cell: (row) => (
      <Link to="/coop/loan-management/$loanId" params={{ loanId: row.id }}>
        {row.loanConfig}
      </Link>
    ),
  },
  moneyColumn('principal', 'Principal', (row) => row.principal),
  moneyColumn('outstanding', 'Outstanding', (row) => row.outstanding),
  {
    key: 'next',
    header: 'Next instalment',
    align: 'end',
    cell: ({ next }) =>
      next ? (
        <>
          <MoneyText amount={next.amount} />{' '}
          <span className="muted">
            due <DateText on={next.on} />
            {fromSalary && (
              <>
                <br />
                Will be deducted from salary
              </>
            )}
          </span>
        </>
      ) : (
        '–'
      ),
  },
  {
    key: 'status',
    header: 'Status',
    card: 'corner',
    cell: (row) => (
      <Tag tone={row.inArrears ? 'danger' : 'neutral'}>{row.inArrears ? 'Overdue' : loanStatusLabels[row.status]}</Tag>
    ),
  },
]

/** A member's loans and applications, newest first. */
export function MemberLoans({ memberId, fromSalary }: { memberId: MemberId; fromSalary: boolean }) {
  const [page, setPage] = useState(1)
  const list = useQuery(query(listMemberLoans, { memberId, page }))
  const navigate = useNavigate()
  return (
    <div>
      <List
        asked={list}
        failed="Failed to load the loans"
        set={({ page: next = 1 }) => setPage(next)}
        limited
        caption="Loans"
        columns={columnsOf(fromSalary)}
        rowKey={(row) => row.id}
        onOpen={(row) => navigate({ to: '/coop/loan-management/$loanId', params: { loanId: row.id } })}
        loadingRows={3}
        empty={<EmptyState icon={Banknote} title="No loan yet" />}
      />
    </div>
  )
}
