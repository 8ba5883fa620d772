import { type QueryClient, useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, lazy } from 'react'
import { query } from '#ui/api/query.ts'
import { Link } from '#ui/router/Link.tsx'
import { FileUp, HandCoins, UserPlus } from 'lucide'
import { getCooperativeProfile } from '#features/platform-admin/cooperatives/cooperative-profile.ts'
import { listTransactions } from '#features/savings/transactions/contract.ts'
import { getMoneyDashboard } from '#features/accounting/money-dashboard/contract.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import { getStatistics } from '#features/platform-admin/overview/statistics.ts'
import { periodOf } from '#core/calendar.ts'
import { trialStanding } from '#features/platform-admin/cooperatives/rules/plan.ts'
import { kobo, sumKobo } from '#core/money.ts'
import { may } from '#ui/session/may.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { FigureCard, FigureGrid } from '#ui/FigureCard.tsx'
import { Icon } from '#ui/Icon.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Page } from '#ui/Page.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { countText, dayText, moneyShort, moneyText, monthShort, plural, todayInLagos } from '#ui/format.ts'
import './DashboardPage.css'
import { LatestTransactions } from './LatestTransactions.tsx'

const BarChart = lazy(async () => ({ default: (await import('#ui/BarChart.tsx')).BarChart }))
const WaitingCard = lazy(async () => ({ default: (await import('#ui/parts/WaitingCard.tsx')).WaitingCard }))
const OwnChangeRequests = lazy(async () => ({ default: (await import('./OwnChangeRequests.tsx')).OwnChangeRequests }))
const FirstSteps = lazy(async () => ({ default: (await import('./FirstSteps.tsx')).FirstSteps }))

type Statistics = NonNullable<Replied<typeof getStatistics>['cooperative']>

DashboardPage.begin = (queries: QueryClient) => {
  void queries.prefetchQuery(query(getStatistics, {}))
  if (may('books.read')) void queries.prefetchQuery(query(getMoneyDashboard, {}))
  if (may('transaction.list')) void queries.prefetchQuery(query(listTransactions, { limit: 5 }))
}

/** The cooperative at a glance; every figure leads to the rows behind it. */
export function DashboardPage() {
  const statistics = useQuery(query(getStatistics, {}))
  const latest = useQuery({ ...query(listTransactions, { limit: 5 }), enabled: may('transaction.list') })
  const figures = statistics.data?.cooperative ?? undefined
  const hasMembers = figures === undefined || figures.members.total > 0
  const hasMoney =
    figures === undefined || figures.firstSteps.receipt || (latest.data !== undefined && latest.data.meta.total > 0)

  return (
    <Page
      title="Dashboard"
      actions={
        hasMembers && (
          <>
            <Link
              needs="member.create"
              className={buttonClass('secondary')}
              to="/coop/member-management/import"
              aria-label="Import members"
            >
              <Icon of={FileUp} />
              Import
            </Link>
            <Link
              needs="member.create"
              className={buttonClass('secondary')}
              to="/coop/member-management"
              search={{ add: '1' }}
            >
              <Icon of={UserPlus} />
              Add member
            </Link>
            <Link
              needs="contribution.post"
              className={buttonClass('primary')}
              to="/coop/financial-operations/contributions"
              search={{ record: 'new' }}
            >
              <Icon of={HandCoins} />
              Record contribution
            </Link>
          </>
        )
      }
    >
      {statistics.isError && <LoadProblem title="Failed to get dashboard data" of={statistics} />}
      {figures &&
        (may('member.create') || may('contribution.post')) &&
        !Object.values(figures.firstSteps).every(Boolean) && (
          <Suspense fallback={<Skeleton height={hasMembers && hasMoney ? '56px' : '304px'} />}>
            <FirstSteps steps={figures.firstSteps} />
          </Suspense>
        )}
      <TrialEnd />
      <AfterWhatWaits isAsked={hasMembers && !statistics.isError && may('books.read')}>
        {!statistics.isError && <Figures figures={figures} />}
        {hasMembers && !statistics.isError && (
          <div className="dashboard-rows">
            {hasMoney && <Months months={figures?.months} />}
            {hasMoney && may('transaction.list') && (
              <LatestTransactions
                latest={latest.data?.rows}
                problem={latest.error}
                onRetry={() => void latest.refetch()}
              />
            )}
          </div>
        )}
        {may('change.take_back') && !may('transaction.decide') && (
          <Suspense>
            <OwnChangeRequests />
          </Suspense>
        )}
      </AfterWhatWaits>
    </Page>
  )
}

/** What needs this officer's decision, before any figure: how high it is only its answer says, and nothing below it may move. */
function AfterWhatWaits({ isAsked, children }: { isAsked: boolean; children: ReactNode }) {
  const { data, error, refetch } = useQuery({ ...query(getMoneyDashboard, {}), enabled: isAsked })
  if (!isAsked) return children
  const room = <Skeleton height="420px" />
  if (!data && !error) return room
  return (
    <Suspense fallback={room}>
      {data ? (
        <WaitingCard waiting={data.waiting} />
      ) : (
        <LoadProblem title="Failed to load pending approvals" error={error} onRetry={() => void refetch()} />
      )}
      {children}
    </Suspense>
  )
}

/** In the trial's last days only; docs/decisions/0013 says what comes after. */
function TrialEnd() {
  const { data } = useQuery(query(getCooperativeProfile, {}))
  if (!data?.trialEndsOn || trialStanding(data, todayInLagos()) !== 'ending') return null
  return (
    <p className="muted">
      Your free trial ends on {dayText(data.trialEndsOn)}. Your records stay open to you after it, as they are now.
    </p>
  )
}

/** Six figures to the kobo, as the books have them; the society's loans come with its money, which is asked for after the rest. */
function Figures({ figures }: { figures: Statistics | undefined }) {
  const money = useQuery({ ...query(getMoneyDashboard, {}), enabled: may('books.read') })
  const loading = figures === undefined
  const month = periodOf(todayInLagos())
  const cash = money.data?.months.at(-1)
  const loans = money.data?.loans
  const thisMonth = figures?.thisMonth
  return (
    <div className="dashboard-figures">
      <FigureGrid label="Figures of the cooperative">
        <FigureCard
          label="Members"
          loading={loading}
          value={figures && countText(figures.members.total)}
          note={
            figures &&
            (figures.members.joinedThisMonth > 0
              ? `${countText(figures.members.joinedThisMonth)} joined this month`
              : figures.members.total > 0
                ? `${countText(figures.members.active)} active`
                : 'No members yet')
          }
          link={<Link to="/coop/member-management">Open the register</Link>}
        />
        <FigureCard
          label="Members’ savings"
          loading={loading}
          value={figures && <MoneyText amount={figures.savings} />}
          note={
            figures && (
              <>
                and <MoneyText amount={figures.shares} /> in shares
              </>
            )
          }
          link={
            <Link to="/coop/member-management" search={{ sort: '-savings' }}>
              Savings by member
            </Link>
          }
        />
        <FigureCard
          label="Cash and bank"
          loading={loading}
          value={figures && <MoneyText amount={figures.cashAndBank} />}
          note={
            cash && (
              <>
                <MoneyText amount={cash.received} /> in and <MoneyText amount={cash.paid} /> out this month
              </>
            )
          }
          link={
            <Link needs="books.read" to="/coop/financial-operations/money">
              Money in and out
            </Link>
          }
        />
        <FigureCard
          label="Contributions this month"
          loading={loading}
          {...(thisMonth && thisMonth.outstanding > 0n ? { tone: 'warning' as const } : {})}
          value={thisMonth && <MoneyText amount={thisMonth.paid} />}
          note={
            thisMonth && (
              <>
                of <MoneyText amount={thisMonth.expected} /> expected
                {thisMonth.outstanding > 0n && (
                  <>
                    , <MoneyText amount={thisMonth.outstanding} /> outstanding
                  </>
                )}
              </>
            )
          }
          link={
            <Link needs="contribution.list" to="/coop/financial-operations/contributions" search={{ month }}>
              {thisMonth && thisMonth.membersBehind > 0
                ? `${plural(thisMonth.membersBehind, 'member')} behind`
                : 'Open the month'}
            </Link>
          }
        />
        {may('books.read') && (
          <>
            <FigureCard
              label="Loans outstanding"
              loading={!loans}
              value={loans && <MoneyText amount={loans.outstanding} />}
              note={loans && `principal of ${plural(loans.loans, 'running loan')}`}
              link={<Link to="/coop/loan-management/portfolio">Loan portfolio</Link>}
            />
            <FigureCard
              label="Overdue on loans"
              loading={!loans}
              value={loans && <MoneyText amount={loans.overdue} />}
              {...(loans && loans.overdue > 0n ? { tone: 'danger' as const } : {})}
              note={
                loans &&
                (loans.overdueLoans === 0
                  ? 'No loan is late'
                  : `on ${plural(loans.overdueLoans, 'loan')}; ${loans.atRisk.percent} % of all loans at risk`)
              }
              link={
                <Link to="/coop/loan-management" search={{ overdue: 'true' }}>
                  Loans in arrears
                </Link>
              }
            />
          </>
        )}
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
            { name: 'Paid', values: months.map((month) => Number(month.paid)) },
            { name: 'Expected', values: months.map((month) => Number(month.expected)) },
          ]}
          axisText={(value) => moneyShort(kobo(Math.trunc(value)))}
          cellText={(value) => moneyText(kobo(Math.trunc(value)))}
        />
      </Suspense>
    </Card>
  )
}
