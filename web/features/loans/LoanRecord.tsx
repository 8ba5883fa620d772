import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, Suspense, lazy } from 'react'
import { interestMethodLabels } from '#domain/loans/loan.ts'
import { kobo, sumKobo } from '#domain/money.ts'
import { Link } from '#web/router/Link.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { FigureCard, FigureGrid } from '#web/ui/FigureCard.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { dayText, instantText, moneyText, plural } from '#web/ui/format.ts'
import { LoanTag } from './LoanTag.tsx'
import type { LoanDetail, LoanMovement } from './api.ts'

const LoanSchedule = lazy(async () => ({ default: (await import('./LoanSchedule.tsx')).LoanSchedule }))
const LoanMovements = lazy(async () => ({ default: (await import('./LoanMovements.tsx')).LoanMovements }))
const LoanGuarantors = lazy(async () => ({ default: (await import('./LoanGuarantors.tsx')).LoanGuarantors }))

const decisionLabels = { approved: 'Approved', rejected: 'Rejected' }

/** What is known of one loan, for the office and for the borrower alike. */
export function LoanRecord({
  asked, officer = false, actions, onReverse, children,
}: {
  asked: UseQueryResult<LoanDetail>
  officer?: boolean
  actions?: ReactNode
  onReverse?: (movement: LoanMovement) => void
  children?: ReactNode
}) {
  const loan = asked.data
  if (!loan) {
    return (
      <Page title="Loan">
        <Card>{asked.error ? <LoadProblem title="Failed to load the loan" error={asked.error} onRetry={() => void asked.refetch()} /> : <SkeletonLines lines={8} />}</Card>
      </Page>
    )
  }
  return (
    <Page
      title={`${loan.loanConfig} loan`}
      tabTitle={officer ? `Loan of ${loan.memberName}` : `${loan.loanConfig} loan`}
      description={
        <>
          <LoanTag status={loan.status} /> <MoneyText amount={loan.principal} />
          {officer && (
            <>
              {' for '}
              <Link to="/coop/member/$memberId" params={{ memberId: loan.memberId }}>
                {loan.memberName}
              </Link>{' '}
              <span className="muted number">{loan.membershipno}</span>
            </>
          )}
        </>
      }
      actions={actions}
    >
      {loan.startOn ? <Standing loan={loan} /> : <p className="muted">{loan.status === 'approved' ? 'Approved, not paid out yet. The schedule begins with the first money.' : 'No money has moved on this loan.'}</p>}
      {loan.schedule.length > 0 && (
        <Card title="Schedule" flush>
          <Suspense fallback={<SkeletonLines lines={8} />}>
            <LoanSchedule lines={loan.schedule} />
          </Suspense>
        </Card>
      )}
      {loan.movements.length > 0 && (
        <Card title="Payments" flush>
          <Suspense fallback={<SkeletonLines lines={3} />}>
            <LoanMovements movements={loan.movements} onReverse={onReverse} />
          </Suspense>
        </Card>
      )}
      {loan.guarantors.length > 0 && (
        <Card title="Guarantors">
          <Suspense fallback={<SkeletonLines lines={3} />}>
            <LoanGuarantors loan={loan} officer={officer} />
          </Suspense>
        </Card>
      )}
      <Card title="What was agreed">
        <Agreed loan={loan} />
      </Card>
      {children}
    </Page>
  )
}

function Standing({ loan }: { loan: LoanDetail }) {
  const { paid, overdue, next, outstanding } = loan
  const late = loan.schedule.filter(({ owed }) => owed > 0n)[0]
  return (
    <FigureGrid label="Where the loan stands">
      <FigureCard label="Left to repay" value={<MoneyText amount={outstanding} />} note={`principal, of ${moneyText(loan.disbursed)} paid out`} />
      <FigureCard
        label="Overdue"
        value={<MoneyText amount={overdue} />}
        {...(overdue > 0n ? { tone: 'danger' as const } : {})}
        note={overdue > 0n && late ? `since ${dayText(late.dueOn)}` : 'nothing is late'}
      />
      <FigureCard label="Next instalment" value={next ? <MoneyText amount={next.amount} /> : '–'} note={next ? `due ${dayText(next.on)}` : loan.status === 'completed' ? 'fully repaid' : 'none to come'} />
      <FigureCard label="Paid so far" value={<MoneyText amount={sumKobo([paid.principal, paid.interest, paid.fees, paid.penalties])} />} note={`${moneyText(paid.principal)} principal, ${moneyText(paid.interest)} interest`} />
    </FigureGrid>
  )
}

function Agreed({ loan }: { loan: LoanDetail }) {
  return (
    <Facts
      items={[
        { label: 'Instalments', value: plural(loan.instalments, 'monthly instalment') },
        { label: 'Regular instalment', value: loan.regularInstalment !== null && <MoneyText amount={loan.regularInstalment} /> },
        { label: 'Yearly rate', value: <span className="number">{`${loan.annualRatePercent} %`}</span> },
        { label: 'Interest', value: interestMethodLabels[loan.interestMethod] },
        { label: 'Taken off at the start', value: loan.interestDeducted > kobo(0) && <MoneyText amount={loan.interestDeducted} /> },
        { label: 'Purpose', value: loan.purpose },
        { label: 'Collateral', value: loan.collateral },
        { label: 'Net salary stated', value: loan.netSalary !== null && <MoneyText amount={loan.netSalary} /> },
        { label: 'Own savings that stay', value: loan.ownPledge > kobo(0) && <MoneyText amount={loan.ownPledge} /> },
        { label: 'Approvals', value: loan.approvals.asked > 0 && `${loan.approvals.asked} needed${loan.approvals.given.length > 0 ? `, given by ${loan.approvals.given.map(({ by }) => by).join(', ')}` : ''}` },
        { label: 'Asked for', value: `${instantText(loan.submittedAt)}, entered by ${loan.recordedBy}` },
        ...loan.decisions.flatMap(({ decision, by, at, reason }) => [
          { label: decisionLabels[decision], value: `${by}, ${instantText(at)}` },
          { label: 'Reason', value: reason },
        ]),
      ]}
    />
  )
}
