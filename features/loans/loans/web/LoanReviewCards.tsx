import { useQuery } from '@tanstack/react-query'
import { getLoanReview } from '#features/loans/loans/loan-review.ts'
import { Printer } from 'lucide'
import type { LoanId } from '#core/ids.ts'
import { guaranteeStatusLabels } from '#features/loans/loans/rules/guarantee.ts'
import { query } from '#ui/api/query.ts'
import { Link } from '#ui/router/Link.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { Facts } from '#ui/Facts.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { MemberNumber } from '#ui/parts/MemberNumber.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { type Column, Table } from '#ui/Table.tsx'
import { EligibilityRules } from './EligibilityRules.tsx'
import { LoanTag } from './LoanTag.tsx'
import type { LoanReview } from './api.ts'
import * as strings from './strings.ts'

/** What the committee weighs before it decides, on one sheet that prints. */
export function LoanReviewCards({ loanId }: { loanId: LoanId }) {
  const { data, error, refetch } = useQuery(query(getLoanReview, { loanId }))
  if (error)
    return <LoadProblem title={strings.failedToLoadTheBorrowers} error={error} onRetry={() => void refetch()} />
  return (
    <>
      <Card
        title={strings.borrower}
        actions={
          <Button icon={Printer} onClick={() => print()}>
            {strings.print}
          </Button>
        }
      >
        {data ? <Borrower of={data.borrower} /> : <SkeletonLines lines={6} />}
      </Card>
      <Card title={strings.rules}>
        {data ? <EligibilityRules loan={data} label={strings.rulesOfThisLoan} /> : <SkeletonLines lines={6} />}
      </Card>
      {data && data.guarantors.length > 0 && (
        <Card title={strings.whatTheGuarantorsCanPledge} flush>
          <Table
            caption={strings.whatTheGuarantorsCanPledge}
            columns={guarantorColumns}
            rows={data.guarantors}
            rowKey={({ memberId }) => memberId}
          />
        </Card>
      )}
      {data && (
        <Card title={strings.otherLoansOfTheBorrower} flush={data.loans.length > 0}>
          <Table
            caption={strings.otherLoansOfTheBorrower}
            columns={loanColumns}
            rows={data.loans}
            rowKey={({ id }) => id}
            empty={<p className="muted">{strings.noOtherLoanOrApplication}</p>}
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
        { label: strings.memberSince, value: <DateText on={joinedOn} /> },
        { label: strings.savings, value: <MoneyText amount={savings} /> },
        { label: strings.shares, value: <MoneyText amount={shares} /> },
        { label: strings.fixedDeposits, value: <MoneyText amount={fixedDeposits} /> },
        { label: strings.monthlyContribution, value: <MoneyText amount={monthlyContribution} /> },
        {
          label: strings.netSalaryStated,
          value: netSalary === null ? strings.notStated : <MoneyText amount={netSalary} />,
        },
        { label: strings.loansOutstanding, value: <MoneyText amount={loans} /> },
        { label: strings.contributionsInArrears, value: <MoneyText amount={contributionArrears} /> },
        { label: strings.loanInstalmentsInArrears, value: <MoneyText amount={loanArrears} /> },
      ]}
    />
  )
}

const guarantorColumns: Column<LoanReview['guarantors'][number]>[] = [
  {
    key: 'name',
    header: strings.guarantor,
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
  {
    key: 'status',
    header: strings.answer,
    card: 'corner',
    cell: ({ status }) => guaranteeStatusLabels[status] ?? status,
  },
  { key: 'pledge', header: strings.pledge, align: 'end', cell: ({ pledge }) => <MoneyText amount={pledge} /> },
  {
    key: 'available',
    header: strings.availableSavings,
    align: 'end',
    cell: ({ available }) => <MoneyText amount={available} />,
  },
  { key: 'owes', header: strings.ownLoans, align: 'end', cell: ({ owes }) => <MoneyText amount={owes} /> },
]

const loanColumns: Column<LoanReview['loans'][number]>[] = [
  {
    key: 'loan',
    header: strings.loan,
    card: 'title',
    cell: ({ id, loanConfig }) => (
      <Link to="/coop/loan-management/$loanId" params={{ loanId: id }}>
        {loanConfig}
      </Link>
    ),
  },
  {
    key: 'status',
    header: strings.status,
    card: 'corner',
    cell: ({ status, overdue }) => <LoanTag status={status} inArrears={overdue > 0n} />,
  },
  { key: 'at', header: strings.appliedOn, card: 'bare', cell: ({ appliedAt }) => <DateText on={appliedAt} /> },
  { key: 'principal', header: strings.amount, align: 'end', cell: ({ principal }) => <MoneyText amount={principal} /> },
  {
    key: 'outstanding',
    header: strings.outstanding,
    align: 'end',
    cell: ({ outstanding }) => <MoneyText amount={outstanding} />,
  },
  { key: 'overdue', header: strings.overdue, align: 'end', cell: ({ overdue }) => <MoneyText amount={overdue} /> },
]
