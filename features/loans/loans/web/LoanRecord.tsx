import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, Suspense, lazy } from 'react'
import { Link } from '#ui/router/Link.tsx'
import { may } from '#ui/session/may.ts'
import { Card } from '#ui/Card.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Page } from '#ui/Page.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import './LoanRecord.css'
import { LoanTag } from './LoanTag.tsx'
import type { LoanDetail, LoanMovement } from './api.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

const LoanFigures = lazy(async () => ({ default: (await import('./LoanFigures.tsx')).LoanFigures }))
const LoanSchedule = lazy(async () => ({ default: (await import('./LoanSchedule.tsx')).LoanSchedule }))
const LoanMovements = lazy(async () => ({ default: (await import('./LoanMovements.tsx')).LoanMovements }))
const LoanAgreed = lazy(async () => ({ default: (await import('./LoanAgreed.tsx')).LoanAgreed }))
const LostLoan = lazy(async () => ({ default: (await import('./LostLoan.tsx')).LostLoan }))
const LoanReviewCards = lazy(async () => ({ default: (await import('./LoanReviewCards.tsx')).LoanReviewCards }))
const LoanPurpose = lazy(async () => ({ default: (await import('./LoanEvents.tsx')).LoanPurpose }))
const LoanEvents = lazy(async () => ({ default: (await import('./LoanEvents.tsx')).LoanEvents }))
const LoanGuarantors = lazy(async () => ({ default: (await import('./LoanGuarantors.tsx')).LoanGuarantors }))

/** What is known of one loan, for the office and for the borrower alike. */
export function LoanRecord({
  asked,
  officer = false,
  actions,
  onReverse,
  children,
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
      <Page title={strings.loan}>
        <Card>
          {asked.error ? <LoadProblem title={strings.failedToLoadTheLoan} of={asked} /> : <SkeletonLines lines={8} />}
        </Card>
      </Page>
    )
  }
  const title = fill(strings.loanConfigLoan, { loanConfig: loan.loanConfig })
  return (
    <Page
      title={title}
      tabTitle={officer ? fill(strings.loanOf, { memberName: loan.memberName }) : title}
      description={
        <>
          <LoanTag {...loan} /> <MoneyText amount={loan.principal} />
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
      {loan.forAnotherOfficer && <p className="muted">{loan.forAnotherOfficer}</p>}
      {(loan.writtenOff || loan.writeOff) && (
        <Suspense fallback={<SkeletonLines />}>
          <LostLoan loan={loan} officer={officer} />
        </Suspense>
      )}
      {loan.disbursed > 0n && !loan.writtenOff && (
        <Suspense fallback={<SkeletonLines lines={4} />}>
          <LoanFigures loan={loan} officer={officer} />
        </Suspense>
      )}
      {officer && loan.status === 'submitted' && may('loan.review') && (
        <Suspense fallback={<SkeletonLines lines={6} />}>
          <LoanReviewCards loanId={loan.id} />
        </Suspense>
      )}
      {(loan.disbursed === 0n || loan.keptDelay || loan.settledBy || loan.settles[0] || loan.goods[0]) && (
        <Suspense fallback={<SkeletonLines />}>
          <LoanPurpose loan={loan} officer={officer} />
        </Suspense>
      )}
      {loan.schedule[0] && (
        <Card title={strings.schedule} flush>
          <Suspense fallback={<SkeletonLines lines={8} />}>
            <LoanSchedule lines={loan.schedule} isLost={loan.writtenOff > 0n} />
          </Suspense>
        </Card>
      )}
      {loan.movements[0] && (
        <Card title={strings.payments} flush>
          <Suspense fallback={<SkeletonLines />}>
            <LoanMovements movements={loan.movements} onReverse={onReverse} />
          </Suspense>
        </Card>
      )}
      {(loan.reschedulings[0] || loan.waivers[0]) && (
        <Suspense fallback={<SkeletonLines lines={2} />}>
          <LoanEvents loan={loan} officer={officer} />
        </Suspense>
      )}
      {loan.guarantors[0] && (
        <Card title={strings.guarantors}>
          <Suspense fallback={<SkeletonLines />}>
            <LoanGuarantors loan={loan} officer={officer} />
          </Suspense>
        </Card>
      )}
      <Suspense fallback={<SkeletonLines lines={6} />}>
        <LoanAgreed loan={loan} officer={officer} />
      </Suspense>
      {children}
    </Page>
  )
}
