import { useQuery } from '@tanstack/react-query'
import { listLoans } from '#contract/lending/loans.ts'
import { Landmark } from 'lucide'
import { Suspense, lazy, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FigureCard } from '#web/ui/FigureCard.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { dayText } from '#web/ui/format.ts'
import { Link } from '#web/router/Link.tsx'
import { useNavigate } from '#web/router/place.ts'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { useList } from '#web/ui/use-list.ts'
import './LoanRecord.css'
import { LoanTable } from './LoanTable.tsx'
import { type Loan } from './api.ts'
import { eligibilityQuery } from './limits-api.ts'

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
      title="Loans"
      tabTitle="Financial Loans"
      description="What you have asked for, and what you may borrow now."
      actions={
        <>
          <Link to="/member/guarantees">My guarantees</Link>
          <Button look="primary" onClick={start}>
            Apply for a loan
          </Button>
        </>
      }
    >
      <section className="figures figures--lines" aria-label="What you may borrow">
        <FigureCard
          label="You may borrow now"
          loading={limits.isPending}
          value={
            usual && (
              <>
                {usual.isUpTo && 'up to '}
                <MoneyText amount={usual.max} />
              </>
            )
          }
          note={
            waits
              ? `You may borrow from ${dayText(waits)}.`
              : usual &&
                `${usual.name} loan: ${usual.why}.${usual.isUpTo ? ' Enter your net salary when you apply.' : ''}`
          }
        />
        <FigureCard
          label="Your savings"
          loading={limits.isPending}
          value={limits.data && <MoneyText amount={limits.data.savings} />}
        />
        <FigureCard
          label="Outstanding and approved loans"
          loading={limits.isPending}
          value={limits.data && <MoneyText amount={limits.data.committed} />}
        />
      </section>
      {limits.isError && <LoadProblem title="Failed to load what you may borrow" of={limits} />}
      <Card flush>
        {list.isError ? (
          <LoadProblem title="Failed to load your loans" of={list} />
        ) : (
          <LoanTable
            rows={list.data?.rows}
            busy={list.isPlaceholderData}
            sort={sort}
            onSort={(next) => set({ sort: next })}
            onOpen={setOpen}
            empty={
              <EmptyState
                icon={Landmark}
                title="No loans yet"
                actions={<Button onClick={start}>Apply for a loan</Button>}
              >
                What you apply for appears here, with what the officers decided and why.
              </EmptyState>
            }
          />
        )}
        <Pagination meta={list.data?.meta} onPage={(next) => set({ page: next })} />
      </Card>
      {usual && (
        <Card title={`How much may I borrow? ${usual.name} loan`}>
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
