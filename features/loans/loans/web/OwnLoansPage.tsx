import { useQuery } from '@tanstack/react-query'
import { listLoans } from '#features/loans/loans/contract.ts'
import { Landmark } from 'lucide'
import { Suspense, lazy, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { FigureCard } from '#ui/FigureCard.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Page } from '#ui/Page.tsx'
import { dayText } from '#ui/format.ts'
import { Link } from '#ui/router/Link.tsx'
import { useNavigate } from '#ui/router/place.ts'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { useList } from '#ui/use-list.ts'
import './LoanRecord.css'
import { LoanTable } from './LoanTable.tsx'
import type { Loan } from './api.ts'
import { eligibilityQuery } from './limits-api.ts'
import { fill } from '#core/fill.ts'
import { fillElements } from '#ui/fill-elements.tsx'
import * as strings from './strings.ts'

const EligibilityRules = lazy(async () => ({ default: (await import('./EligibilityRules.tsx')).EligibilityRules }))
const LoanDrawer = lazy(async () => ({ default: (await import('./LoanDrawer.tsx')).LoanDrawer }))

/** The signed-in member's own loans, and how much more they may borrow. */
export function OwnLoansPage() {
  const { list, set, filters } = useList(listLoans)
  const { sort } = filters
  const limits = useQuery(eligibilityQuery({}))
  const navigate = useNavigate()
  const [open, setOpen] = useState<Loan>()
  const usual = limits.data?.loans.find(({ isDefault }) => isDefault) ?? limits.data?.loans[0]
  const waits = usual?.rules.find(({ rule }) => rule === 'waiting')?.metOn
  const start = () => navigate({ to: '/member/loans/apply' })
  return (
    <Page
      title={strings.loans}
      tabTitle={strings.financialLoans}
      description={strings.whatYouHaveAskedFor}
      actions={
        <>
          <Link to="/member/guarantees">{strings.myGuarantees}</Link>
          <Button look="primary" onClick={start}>
            {strings.applyForALoan}
          </Button>
        </>
      }
    >
      <section className="figures figures--lines" aria-label={strings.whatYouMayBorrow}>
        <FigureCard
          label={strings.youMayBorrowNow}
          loading={limits.isPending}
          value={
            usual && fillElements(usual.isUpTo ? strings.upToMax : '{max}', { max: <MoneyText amount={usual.max} /> })
          }
          note={
            waits
              ? fill(strings.youMayBorrowFrom, { waits: dayText(waits) })
              : usual &&
                fill(usual.isUpTo ? strings.loanAndWhyBySalary : strings.loanAndWhy, {
                  name: usual.name,
                  why: usual.why,
                })
          }
        />
        <FigureCard
          label={strings.yourSavings}
          loading={limits.isPending}
          value={limits.data && <MoneyText amount={limits.data.savings} />}
        />
        <FigureCard
          label={strings.outstandingAndApprovedLoans}
          loading={limits.isPending}
          value={limits.data && <MoneyText amount={limits.data.committed} />}
        />
      </section>
      {limits.isError && <LoadProblem title={strings.failedToLoadWhatYou} of={limits} />}
      <Card flush>
        <LoanTable
          asked={list}
          failed={strings.failedToLoadYourLoans}
          set={set}
          limited
          sort={sort}
          onOpen={setOpen}
          empty={
            <EmptyState
              icon={Landmark}
              title={strings.noLoansYet}
              actions={<Button onClick={start}>{strings.applyForALoan}</Button>}
            >
              {strings.whatYouApplyForAppears}
            </EmptyState>
          }
        />
      </Card>
      {usual && (
        <Card title={fill(strings.howMuchMayIBorrowLoan, { name: usual.name })}>
          <Suspense fallback={<SkeletonLines lines={6} />}>
            <EligibilityRules loan={usual} />
          </Suspense>
        </Card>
      )}
      <Suspense>
        {open && <LoanDrawer key={open.id} loan={open} officer={false} onClose={() => setOpen(undefined)} />}
      </Suspense>
    </Page>
  )
}
