import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy } from 'react'
import type { Replied } from '#core/contract/endpoint.ts'
import type { getStatistics } from '#features/platform-admin/overview/statistics.ts'
import { AgoText } from '#ui/AgoText.tsx'
import { Card } from '#ui/Card.tsx'
import { FigureCard, FigureGrid } from '#ui/FigureCard.tsx'
import { countText, plural } from '#ui/format.ts'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Page } from '#ui/Page.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useListSearch } from '#ui/use-list-search.ts'
import { Link } from '#ui/router/Link.tsx'
import { SendTo } from '#ui/router/SendTo.tsx'
import { useSearch } from '#ui/router/place.ts'
import { CooperativeList } from './CooperativeList.tsx'
import './PlatformDashboardPage.css'
import { VerificationQueue } from './VerificationQueue.tsx'
import { statisticsQuery } from './statistics-api.ts'

// Below the figures on a phone, and not needed to decide anything: it may come a moment later.
const NewCooperatives = lazy(async () => ({ default: (await import('./NewCooperatives.tsx')).NewCooperatives }))

type Statistics = NonNullable<Replied<typeof getStatistics>['platform']>

/** The platform at a glance, the cooperatives that wait for verification, and all of them. */
export function PlatformDashboardPage() {
  const { open } = useSearch()
  const { data, error, refetch } = useQuery(statisticsQuery())
  // Notifications of an earlier version point here.
  if (open) return <SendTo to="/superadmin/cooperatives/$cooperativeId" params={{ cooperativeId: open }} />
  return (
    <Page title="Platform" description="Every cooperative on Ajose.">
      {error ? (
        <LoadProblem title="Failed to load the figures" error={error} onRetry={() => void refetch()} />
      ) : (
        <Figures figures={data ?? undefined} />
      )}
      <div className="platform-rows">
        <VerificationQueue />
        {!error && (
          <Card title="New cooperatives">
            <Suspense fallback={<Skeleton height="284px" />}>
              {data ? <NewCooperatives months={data.months} /> : <Skeleton height="284px" />}
            </Suspense>
          </Card>
        )}
      </div>
      <div id="all-cooperatives" className="platform-all">
        <CooperativeList />
      </div>
    </Page>
  )
}

/** Filters the list below and goes there: at the top of the page no one would see that it changed. */
function EndedTrials() {
  const { set } = useListSearch()
  return (
    <Link
      to="/superadmin/dashboard"
      search={{ plan: 'ended' }}
      onClick={(event) => {
        event.preventDefault()
        set({ plan: 'ended', status: undefined, q: undefined })
        document.getElementById('all-cooperatives')?.scrollIntoView()
      }}
    >
      Show them
    </Link>
  )
}

function Figures({ figures }: { figures: Statistics | undefined }) {
  const loading = figures === undefined
  return (
    <FigureGrid label="Figures">
      <FigureCard
        label="Cooperatives"
        loading={loading}
        value={figures && countText(figures.total)}
        note={
          figures &&
          `${countText(figures.active)} active, ${countText(figures.suspended)} suspended, ${countText(figures.rejected)} rejected`
        }
      />
      <FigureCard
        label="Waiting"
        loading={loading}
        {...(figures?.pending ? { tone: 'warning' as const } : {})}
        value={figures && countText(figures.pending)}
        note={figures && (figures.pending > 0 ? 'to be verified' : 'none waiting')}
      />
      <FigureCard
        label="Members"
        loading={loading}
        value={figures && countText(figures.members)}
        note={figures && 'in all registers'}
      />
      <FigureCard
        label="Savings held"
        loading={loading}
        value={figures && <MoneyText amount={figures.savings} short />}
        note={
          figures &&
          (figures.summedAt ? (
            <>
              summed <AgoText at={figures.summedAt} />
            </>
          ) : (
            'not summed yet'
          ))
        }
      />
      <FigureCard
        label="Transactions"
        loading={loading}
        value={figures && countText(figures.transactionsThisMonth)}
        note={
          figures && (
            <>
              this month, <MoneyText amount={figures.amountThisMonth} short />
            </>
          )
        }
      />
      <FigureCard
        label="Trials ended"
        loading={loading}
        {...(figures?.trialsEnded ? { tone: 'warning' as const } : {})}
        value={figures && countText(figures.trialsEnded)}
        note={figures && `${plural(figures.trialsRunning, 'trial')} running`}
        {...(figures?.trialsEnded ? { link: <EndedTrials /> } : {})}
      />
    </FigureGrid>
  )
}
