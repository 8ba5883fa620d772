import { useQuery } from '@tanstack/react-query'
import { listInterestTypes } from '#features/savings/interest/contract.ts'
import { Percent } from 'lucide'
import { Suspense, lazy } from 'react'
import { wholeList } from '#ui/api/whole-list.ts'
import { Link } from '#ui/router/Link.tsx'
import { buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { Page } from '#ui/Page.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { useListSearch } from '#ui/use-list-search.ts'
import './InterestPage.css'
import { InterestPreview } from './InterestPreview.tsx'

const InterestRuns = lazy(async () => ({ default: (await import('./InterestRuns.tsx')).InterestRuns }))

const LoanInterest = lazy(async () => ({ default: (await import('./LoanInterest.tsx')).LoanInterest }))

const tabs = ['run', 'runs', 'loans'] as const

/** Interest on savings, what a period comes to before it is posted and what was posted; and what loans and fixed deposits have earned by a month end. */
export function InterestPage() {
  const { choice, set } = useListSearch()
  const tab = choice('tab', tabs) ?? 'run'
  const asked = useQuery(wholeList(listInterestTypes, {}))
  return (
    <Page
      title="Interest"
      description="What savings, deposits and loans earn, looked at line by line before it is posted"
    >
      {asked.isError ? (
        <Card>
          <LoadProblem title="Failed to load the account types" of={asked} />
        </Card>
      ) : (
        <Card flush>
          <div className="tabs-card tabs-card--spaced">
            <Tabs
              label="Parts of interest"
              active={tab}
              onChange={(next) =>
                set({ tab: next === 'run' ? undefined : next, to: undefined, q: '', sort: undefined })
              }
              tabs={[
                { key: 'run', label: 'Calculate' },
                { key: 'runs', label: 'Posted' },
                { key: 'loans', label: 'Month end' },
              ]}
            >
              <Suspense fallback={<SkeletonLines lines={5} />}>
                {tab === 'loans' ? (
                  <LoanInterest />
                ) : tab === 'runs' ? (
                  <InterestRuns />
                ) : asked.data === undefined ? (
                  <SkeletonLines lines={5} />
                ) : asked.data.length === 0 ? (
                  <NothingEarns />
                ) : (
                  <InterestPreview types={asked.data} />
                )}
              </Suspense>
            </Tabs>
          </div>
        </Card>
      )}
    </Page>
  )
}

function NothingEarns() {
  return (
    <EmptyState
      icon={Percent}
      title="No savings earn interest yet"
      actions={
        <Link
          needs="configuration.update"
          className={buttonClass('primary')}
          to="/coop/financial-operations/setup"
          search={{ tab: 'accounts' }}
        >
          Set a rate
        </Link>
      }
    >
      Give an account type a yearly rate, as your bye-laws have it. Each period is then worked out here from the books.
    </EmptyState>
  )
}
