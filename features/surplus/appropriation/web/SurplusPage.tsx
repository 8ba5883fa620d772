import { useQuery } from '@tanstack/react-query'
import { getBooks } from '#features/accounting/books/books-closing.ts'
import { CalendarCheck } from 'lucide'
import { Suspense, lazy } from 'react'
import { query } from '#ui/api/query.ts'
import { Link } from '#ui/router/Link.tsx'
import { buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { Page } from '#ui/Page.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { useListSearch } from '#ui/use-list-search.ts'

const SurplusYear = lazy(async () => ({ default: (await import('./SurplusYear.tsx')).SurplusYear }))
const Dividends = lazy(async () => ({ default: (await import('./Dividends.tsx')).Dividends }))
const SurplusRulesForm = lazy(async () => ({ default: (await import('./SurplusRulesForm.tsx')).SurplusRulesForm }))
const DividendRulesForm = lazy(async () => ({ default: (await import('./DividendRulesForm.tsx')).DividendRulesForm }))
const DividendSettingsForm = lazy(async () => ({
  default: (await import('./DividendSettingsForm.tsx')).DividendSettingsForm,
}))

const tabs = ['year', 'dividends', 'rules'] as const

/** What becomes of a year's surplus: the bye-laws, the meeting's decision, and what members get of it. */
export function SurplusPage() {
  const { choice, set } = useListSearch()
  const tab = choice('tab', tabs) ?? 'year'
  return (
    <Page
      title="Surplus and dividend"
      description="What your bye-laws and the general meeting make of a year’s surplus, and what each member gets"
    >
      <Card flush>
        <div className="tabs-card tabs-card--spaced">
          <Tabs
            label="Parts of the surplus"
            active={tab}
            onChange={(next) =>
              set({
                tab: next === 'year' ? undefined : next,
                pay: undefined,
                run: undefined,
                do: undefined,
                q: '',
                sort: undefined,
              })
            }
            tabs={[
              { key: 'year', label: 'Surplus of a year' },
              { key: 'dividends', label: 'Paid to members' },
              { key: 'rules', label: 'Bye-laws' },
            ]}
          >
            <Suspense fallback={<SkeletonLines lines={6} />}>
              {tab === 'year' ? (
                <ClosedYears />
              ) : tab === 'dividends' ? (
                <Dividends />
              ) : (
                <>
                  <SurplusRulesForm />
                  <DividendRulesForm />
                  <DividendSettingsForm />
                </>
              )}
            </Suspense>
          </Tabs>
        </div>
      </Card>
    </Page>
  )
}

function ClosedYears() {
  const { filter } = useListSearch()
  const books = useQuery(query(getBooks, {}))
  if (books.isError) return <LoadProblem title="Failed to load the years" of={books} />
  if (!books.data) return <SkeletonLines lines={6} />
  const closed = books.data.years.filter(({ closing }) => closing !== null)
  const year = closed.find(({ to }) => to === filter('year')) ?? closed[0]
  return year ? (
    <SurplusYear key={year.to} year={year.to} years={closed.map(({ to }) => to)} />
  ) : (
    <EmptyState
      icon={CalendarCheck}
      title="No year is closed yet"
      actions={
        <Link
          className={buttonClass('primary')}
          to="/coop/financial-operations/reports/$report"
          params={{ report: 'closing' }}
        >
          Close a year
        </Link>
      }
    >
      Close a year to distribute its surplus. What the general meeting decides about it is then recorded here.
    </EmptyState>
  )
}
