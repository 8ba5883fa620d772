import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Suspense, lazy } from 'react'
import { Link } from '#web/router/Link.tsx'
import { FileUp, HandCoins, UserPlus } from 'lucide'
import type { getStatistics } from '#contract/cooperatives.ts'
import type { Replied } from '#contract/endpoint.ts'
import { periodOf } from '#domain/calendar.ts'
import { trialStanding } from '#domain/cooperatives/plan.ts'
import { kobo, sumKobo } from '#domain/money.ts'
import { may } from '#web/session/may.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { FigureCard, FigureGrid } from '#web/ui/FigureCard.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { whenIdle } from '#web/ui/idle.ts'
import { countText, dayText, moneyShort, moneyText, monthShort, plural, todayInLagos } from '#web/ui/format.ts'
import './DashboardPage.css'
import { LatestTransactions } from './LatestTransactions.tsx'
import { cooperativeQueries } from './api.ts'
import { latestTransactionsQuery } from './transactions-api.ts'

const BarChart = lazy(async () => ({ default: (await import('#web/ui/BarChart.tsx')).BarChart }))
// It stands below the first figures, which a slow phone is to show first.
const MoneyGlance = lazy(async () => {
  await whenIdle()
  return { default: (await import('./MoneyGlance.tsx')).MoneyGlance }
})
const FirstSteps = lazy(async () => ({ default: (await import('./FirstSteps.tsx')).FirstSteps }))

type Statistics = NonNullable<Replied<typeof getStatistics>['cooperative']>

DashboardPage.begin = (queries: QueryClient) => {
  void queries.prefetchQuery(cooperativeQueries.statistics())
  if (may('transaction.list')) void queries.prefetchQuery(latestTransactionsQuery())
}

/** The cooperative at a glance; every figure leads to the rows behind it. */
export function DashboardPage() {
  const statistics = useQuery(cooperativeQueries.statistics())
  const latest = useQuery({ ...latestTransactionsQuery(), enabled: may('transaction.list') })
  const figures = statistics.data?.cooperative ?? undefined
  const hasMembers = figures === undefined || figures.members.total > 0
  const hasMoney = figures === undefined || figures.firstSteps.receipt || (latest.data !== undefined && latest.data.meta.total > 0)

  return (
    <Page
      title="Dashboard"
      actions={
        hasMembers && (
          <>
            <Link needs="member.create" className={buttonClass('secondary')} to="/coop/member-management/import" aria-label="Import members">
              <Icon of={FileUp} />
              Import
            </Link>
            <Link needs="member.create" className={buttonClass('secondary')} to="/coop/member-management" search={{ add: '1' }}>
              <Icon of={UserPlus} />
              Add member
            </Link>
            <Link needs="contribution.post" className={buttonClass('primary')} to="/coop/financial-operations/contributions" search={{ record: 'new' }}>
              <Icon of={HandCoins} />
              Record contribution
            </Link>
          </>
        )
      }
    >
      {statistics.isError && <LoadProblem title="Failed to get dashboard data" error={statistics.error} onRetry={() => void statistics.refetch()} />}
      {figures && (may('member.create') || may('contribution.post')) && !Object.values(figures.firstSteps).every(Boolean) && (
        <Suspense fallback={<Skeleton height={hasMembers && hasMoney ? '56px' : '304px'} />}>
          <FirstSteps steps={figures.firstSteps} />
        </Suspense>
      )}
      <TrialEnd />
      {!statistics.isError && <Figures figures={figures} />}
      {hasMembers && !statistics.isError && may('books.read') && (
        <Suspense fallback={<Skeleton height="260px" />}>
          <MoneyGlance />
        </Suspense>
      )}
      {hasMembers && !statistics.isError && (
        <div className="dashboard-rows">
          {hasMoney && <Months months={figures?.months} />}
          {hasMoney && may('transaction.list') && <LatestTransactions latest={latest.data?.rows} problem={latest.error} onRetry={() => void latest.refetch()} />}
        </div>
      )}
    </Page>
  )
}

/** In the trial's last days only; docs/decisions/0007 says what comes after. */
function TrialEnd() {
  const { data } = useQuery(cooperativeQueries.profile())
  if (!data?.trialEndsOn || trialStanding(data, todayInLagos()) !== 'ending') return null
  return <p className="muted">Your free trial ends on {dayText(data.trialEndsOn)}. Your records stay open to you after it, as they are now.</p>
}

function Figures({ figures }: { figures: Statistics | undefined }) {
  const loading = figures === undefined
  const month = periodOf(todayInLagos())
  const contributions = '/coop/financial-operations/contributions'
  return (
    <div className="dashboard-figures">
      <FigureGrid label="Figures of the cooperative">
        <FigureCard
          label="Members"
          loading={loading}
          value={figures && countText(figures.members.total)}
          note={figures && (figures.members.joinedThisMonth > 0 ? `${countText(figures.members.joinedThisMonth)} joined this month` : figures.members.total > 0 ? `${countText(figures.members.active)} active` : 'nobody yet')}
          link={<Link to="/coop/member-management">Open the register</Link>}
        />
        <FigureCard
          label="Savings"
          loading={loading}
          value={figures && <MoneyText amount={figures.savings} short />}
          note={figures && 'what members have saved'}
          link={
            <Link to="/coop/member-management" search={{ sort: '-savings' }}>
              Savings by member
            </Link>
          }
        />
        <FigureCard
          label="Shares"
          loading={loading}
          value={figures && <MoneyText amount={figures.shares} short />}
          note={figures && 'share capital'}
          link={<Link needs="books.read" to="/coop/financial-operations/reports">See it in the books</Link>}
        />
        <FigureCard
          label="Cash and bank"
          loading={loading}
          value={figures && <MoneyText amount={figures.cashAndBank} short />}
          note={figures && 'as the books say'}
          link={<Link needs="books.read" to="/coop/financial-operations/reports">See it in the books</Link>}
        />
        <FigureCard
          label="Paid this month"
          loading={loading}
          value={figures && <MoneyText amount={figures.thisMonth.paid} short />}
          note={
            figures && (
              <>
                of <MoneyText amount={figures.thisMonth.expected} /> expected
              </>
            )
          }
          link={
            <Link needs="contribution.list" to={contributions} search={{ month }}>
              Open the month
            </Link>
          }
        />
        <FigureCard
          label="Still outstanding"
          loading={loading}
          {...(figures && figures.thisMonth.outstanding > 0n ? { tone: 'warning' as const } : {})}
          value={figures && <MoneyText amount={figures.thisMonth.outstanding} short />}
          note={figures && (figures.thisMonth.membersBehind > 0 ? `${plural(figures.thisMonth.membersBehind, 'member')} behind this month` : 'nobody is behind')}
          link={
            <Link needs="contribution.list" to={contributions} search={{ month, sort: '-outstanding' }}>
              Who is behind
            </Link>
          }
        />
      </FigureGrid>
    </div>
  )
}

function Months({ months }: { months: Statistics['months'] | undefined }) {
  if (!months) {
    return (
      <Card title="Contributions, last 12 months">
        <Skeleton height="304px" />
      </Card>
    )
  }
  const expected = sumKobo(months.map((month) => month.expected))
  const paid = sumKobo(months.map((month) => month.paid))
  const part = expected === 0n ? undefined : `${(paid * 100n) / expected}%`
  const finding = `${moneyShort(paid)} of ${moneyShort(expected)} expected came in${part ? ` (${part})` : ''}`
  return (
    <Card title="Contributions, last 12 months" description={finding}>
      <Suspense fallback={<Skeleton height="304px" />}>
        <BarChart
          title={`Contributions of the last 12 months: ${finding}`}
          labels={months.map(({ month }) => monthShort(month))}
          series={[
            { name: 'Expected', values: months.map((month) => Number(month.expected)) },
            { name: 'Paid', values: months.map((month) => Number(month.paid)) },
          ]}
          axisText={(value) => moneyShort(kobo(Math.trunc(value)))}
          cellText={(value) => moneyText(kobo(Math.trunc(value)))}
        />
      </Suspense>
    </Card>
  )
}
