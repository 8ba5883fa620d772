import { useQuery } from '@tanstack/react-query'
import { listMeetingLoans } from '#features/loans/minutes/contract.ts'
import { Landmark } from 'lucide'
import { useState } from 'react'
import { query } from '#ui/api/query.ts'
import { Link } from '#ui/router/Link.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { MemberNumber } from '#ui/parts/MemberNumber.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { List } from '#ui/List.tsx'
import type { Column } from '#ui/Table.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { DecidedLoan, Meeting } from './api.ts'

const columns: Column<DecidedLoan>[] = [
  {
    key: 'member',
    header: 'Member',
    card: 'title',
    cell: ({ loanId, memberName, membershipno }) => (
      <>
        <Link to="/coop/loan-management/$loanId" params={{ loanId }}>
          {memberName}
        </Link>{' '}
        <MemberNumber membershipno={membershipno} />
      </>
    ),
  },
  { key: 'loan', header: 'Loan', cell: ({ loanConfig }) => loanConfig },
  { key: 'principal', header: 'Amount', align: 'end', cell: ({ principal }) => <MoneyText amount={principal} /> },
  { key: 'minute', header: 'Minute', cell: ({ minute }) => minute ?? <span className="muted">–</span> },
  {
    key: 'by',
    header: 'Entered by',
    cell: ({ by, at }) => (
      <span>
        {by}, <DateText on={at} />
      </span>
    ),
  },
  {
    key: 'decision',
    header: 'Decision',
    card: 'corner',
    cell: ({ decision }) =>
      decision === 'approved' ? <Tag tone="success">Approved</Tag> : <Tag tone="danger">Rejected</Tag>,
  },
]

/** The loans of which an officer said that they were decided here. */
export function MeetingLoans({ meeting }: { meeting: Meeting }) {
  const [{ page, limit }, setAsked] = useState({ page: 1, limit: 10 })
  const list = useQuery(query(listMeetingLoans, { id: meeting.id, page, limit }))
  return (
    <Card flush>
      <List
        asked={list}
        failed="Failed to load the loans"
        set={(changes) => setAsked({ limit, page: 1, ...changes })}
        caption="Loans decided at this meeting"
        columns={columns}
        rowKey={({ loanId }) => loanId}
        empty={
          <EmptyState
            icon={Landmark}
            title="No loan decided here"
            actions={
              <Link to="/coop/loan-management" search={{ status: 'submitted' }}>
                Open the applications that wait
              </Link>
            }
          >
            An officer who approves or rejects an application can name this meeting and the number of the minute.
          </EmptyState>
        }
      />
    </Card>
  )
}
