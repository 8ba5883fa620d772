import { useQuery } from '@tanstack/react-query'
import { getLoanReview } from '#contract/lending/loan-review.ts'
import { Printer } from 'lucide'
import type { LoanId } from '#domain/ids.ts'
import { guaranteeStatusLabels } from '#domain/lending/loans/guarantee.ts'
import { query } from '#web/api/query.ts'
import { Link } from '#web/router/Link.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { MemberNumber } from '#web/parts/MemberNumber.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { EligibilityRules } from './EligibilityRules.tsx'
import { LoanTag } from './LoanTag.tsx'
import type { LoanReview } from './api.ts'

/** What the committee weighs before it decides, on one sheet that prints. */
export function LoanReviewCards({ loanId }: { loanId: LoanId }) {
  const { data, error, refetch } = useQuery(query(getLoanReview, { loanId }))
  if (error)
    return <LoadProblem title="Failed to load the borrower’s standing" error={error} onRetry={() => void refetch()} />
  return (
    <>
      <Card
        title="Borrower"
        actions={
          <Button icon={Printer} onClick={() => print()}>
            Print
          </Button>
        }
      >
        {data ? <Borrower of={data.borrower} /> : <SkeletonLines lines={6} />}
      </Card>
      <Card title="Rules">
        {data ? <EligibilityRules loan={data} label="Rules of this loan" /> : <SkeletonLines lines={6} />}
      </Card>
      {data && data.guarantors.length > 0 && (
        <Card title="What the guarantors can pledge" flush>
          <Table
            caption="What the guarantors can pledge"
            columns={guarantorColumns}
            rows={data.guarantors}
            rowKey={({ memberId }) => memberId}
          />
        </Card>
      )}
      {data && (
        <Card title="Other loans of the borrower" flush={data.loans.length > 0}>
          <Table
            caption="Other loans of the borrower"
            columns={loanColumns}
            rows={data.loans}
            rowKey={({ id }) => id}
            empty={<p className="muted">No other loan or application.</p>}
          />
        </Card>
      )}
    </>
  )
}

function Borrower({
  of: {
    joinedOn,
    savings,
    shares,
    fixedDeposits,
    monthlyContribution,
    netSalary,
    loans,
    contributionArrears,
    loanArrears,
  },
}: {
  of: LoanReview['borrower']
}) {
  return (
    <Facts
      items={[
        { label: 'Member since', value: <DateText on={joinedOn} /> },
        { label: 'Savings', value: <MoneyText amount={savings} /> },
        { label: 'Shares', value: <MoneyText amount={shares} /> },
        { label: 'Fixed deposits', value: <MoneyText amount={fixedDeposits} /> },
        { label: 'Monthly contribution', value: <MoneyText amount={monthlyContribution} /> },
        { label: 'Net salary stated', value: netSalary === null ? 'Not stated' : <MoneyText amount={netSalary} /> },
        { label: 'Loans outstanding', value: <MoneyText amount={loans} /> },
        { label: 'Contributions in arrears', value: <MoneyText amount={contributionArrears} /> },
        { label: 'Loan instalments in arrears', value: <MoneyText amount={loanArrears} /> },
      ]}
    />
  )
}

const guarantorColumns: Column<LoanReview['guarantors'][number]>[] = [
  {
    key: 'name',
    header: 'Guarantor',
    card: 'title',
    cell: ({ memberId, name, membershipno }) => (
      <>
        <Link to="/coop/member/$memberId" params={{ memberId }}>
          {name}
        </Link>{' '}
        <MemberNumber membershipno={membershipno} />
      </>
    ),
  },
  { key: 'status', header: 'Answer', card: 'corner', cell: ({ status }) => guaranteeStatusLabels[status] ?? status },
  { key: 'pledge', header: 'Pledge', align: 'end', cell: ({ pledge }) => <MoneyText amount={pledge} /> },
  {
    key: 'available',
    header: 'Available savings',
    align: 'end',
    cell: ({ available }) => <MoneyText amount={available} />,
  },
  { key: 'owes', header: 'Own loans', align: 'end', cell: ({ owes }) => <MoneyText amount={owes} /> },
]

const loanColumns: Column<LoanReview['loans'][number]>[] = [
  {
    key: 'loan',
    header: 'Loan',
    card: 'title',
    cell: ({ id, loanConfig }) => (
      <Link to="/coop/loan-management/$loanId" params={{ loanId: id }}>
        {loanConfig}
      </Link>
    ),
  },
  { key: 'status', header: 'Status', card: 'corner', cell: ({ status }) => <LoanTag status={status} /> },
  { key: 'at', header: 'Applied on', card: 'bare', cell: ({ appliedAt }) => <DateText on={appliedAt} /> },
  { key: 'principal', header: 'Amount', align: 'end', cell: ({ principal }) => <MoneyText amount={principal} /> },
  {
    key: 'outstanding',
    header: 'Outstanding',
    align: 'end',
    cell: ({ outstanding }) => <MoneyText amount={outstanding} />,
  },
  { key: 'overdue', header: 'Overdue', align: 'end', cell: ({ overdue }) => <MoneyText amount={overdue} /> },
]
