import { type QueryClient, useQuery } from '@tanstack/react-query'
import { query } from '#ui/api/query.ts'
import { Link } from '#ui/router/Link.tsx'
import { CalendarCheck, Eye, EyeOff, TriangleAlert } from 'lucide'
import { type ReactNode, Suspense, lazy } from 'react'
import type { Replied } from '#core/contract/endpoint.ts'
import { getMemberDashboard } from '#features/members/members/member-portal.ts'
import { type Kobo, sumKobo } from '#core/money.ts'
import { Banner } from '#ui/Banner.tsx'
import { buttonClass, IconButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { FigureCard, FigureGrid } from '#ui/FigureCard.tsx'
import { Icon } from '#ui/Icon.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Page } from '#ui/Page.tsx'
import { Skeleton, SkeletonLines } from '#ui/Skeleton.tsx'
import { whenIdle } from '#ui/idle.ts'
import { useHiddenBalances } from '#ui/hidden-balances.ts'
import { moneyText, periodName } from '#ui/format.ts'
import './PortalDashboardPage.css'
import { fill } from '#core/fill.ts'
import { fillElements } from '#ui/fill-elements.tsx'
import * as strings from './strings.ts'

// They are below the first figures, which a slow phone is to show first.
const OwnLatest = lazy(async () => {
  await whenIdle()
  return { default: (await import('./OwnLatest.tsx')).OwnLatest }
})
const NextMeeting = lazy(async () => {
  await whenIdle()
  return { default: (await import('./NextMeeting.tsx')).NextMeeting }
})

type Dashboard = Replied<typeof getMemberDashboard>
/** Shows an amount, or that there is one. */
export type Shown = (amount: Kobo, sign?: 'in' | 'out') => ReactNode

PortalDashboardPage.begin = (queries: QueryClient) => void queries.prefetchQuery(query(getMemberDashboard, {}))

/** A member's money at a glance; one tap hides the amounts from the neighbour on the bus. */
export function PortalDashboardPage() {
  const asked = useQuery(query(getMemberDashboard, {}))
  const [hidden, setHidden] = useHiddenBalances()
  const { data } = asked
  const sums = data?.financialSummary
  const late = sums && sumKobo([sums.contributionArrears, sums.loanArrears])
  const shown: Shown = (amount, sign) =>
    hidden ? (
      <span className="number">
        <span aria-hidden="true">₦••••••</span>
        <span className="visually-hidden">{strings.hidden}</span>
      </span>
    ) : (
      <MoneyText amount={amount} {...(sign ? { sign } : {})} />
    )
  return (
    <Page
      title={data ? fill(strings.helloFirstName, { firstName: data.profile.firstName }) : strings.hello}
      tabTitle={strings.dashboard}
      description={data ? <span className="number">{data.profile.membershipno}</span> : <Skeleton width="18ch" />}
    >
      {asked.isError ? (
        <LoadProblem title={strings.failedToGetDashboardData} of={asked} />
      ) : (
        <>
          {data && data.guaranteeRequests > 0 && (
            <Banner
              title={strings.youAreAskedToGuarantee}
              actions={
                <Link to="/member/guarantees" className={buttonClass('primary')}>
                  {strings.readAndAnswer}
                </Link>
              }
            >
              {strings.nothingIsPledgedUnless}
            </Banner>
          )}
          <div className="portal-figures">
            <FigureGrid label={strings.yourMoney}>
              <FigureCard
                label={strings.totalBalance}
                loading={!sums}
                value={
                  sums && (
                    <span className="portal-total">
                      {shown(sums.totalHeld)}
                      <IconButton
                        icon={hidden ? EyeOff : Eye}
                        label={strings.hideBalances}
                        title={hidden ? strings.showBalances : strings.hideBalances}
                        aria-pressed={hidden}
                        onClick={() => setHidden(!hidden)}
                      />
                    </span>
                  )
                }
                note={
                  sums &&
                  madeOf(
                    [
                      ['savings', sums.savings],
                      [strings.fixedDeposits, sums.fixedDeposits],
                      ['shares', sums.shares],
                    ],
                    hidden,
                    strings.nothingIsOnYourAccounts,
                  )
                }
                link={<Link to="/member/transactions">{strings.viewAccounts}</Link>}
              />
              <FigureCard
                label={strings.inArrears}
                loading={!sums}
                {...(late && late > 0n ? { tone: 'danger' as const } : {})}
                value={late !== undefined && shown(late)}
                note={
                  sums &&
                  madeOf(
                    [
                      ['contributions', sums.contributionArrears],
                      ['loans', sums.loanArrears],
                    ],
                    hidden,
                    strings.nothingIsLate,
                  )
                }
                link={<Link to="/member/contributions">{strings.monthByMonth}</Link>}
              />
              <FigureCard
                label={strings.loansToRepay}
                loading={!sums}
                value={sums && shown(sums.outstandingLoans)}
                note={sums && (sums.outstandingLoans > 0n ? strings.principalStillToBeRepaid : strings.youHaveNoLoan)}
                link={<Link to="/member/loans">{strings.loanByLoan}</Link>}
              />
            </FigureGrid>
          </div>
          <div className="portal-cards">
            <NextPayments data={data} shown={shown} />
            <Accounts data={data} shown={shown} />
            <Suspense
              fallback={
                <Card title={strings.nextMeeting}>
                  <SkeletonLines lines={2} />
                </Card>
              }
            >
              <NextMeeting />
            </Suspense>
          </div>
          <Suspense
            fallback={
              <Card title={strings.latestTransactions}>
                <SkeletonLines lines={8} />
              </Card>
            }
          >
            <OwnLatest shown={shown} />
          </Suspense>
        </>
      )}
    </Page>
  )
}

/** “savings ₦5,000.00, shares ₦1,000.00”; without the amounts while they are hidden. */
function madeOf(parts: readonly [string, Kobo][], hidden: boolean, nothing: string): string {
  const some = parts.filter(([, amount]) => amount !== 0n)
  return some.length === 0
    ? nothing
    : some.map(([name, amount]) => (hidden ? name : `${name} ${moneyText(amount)}`)).join(', ')
}

/** What falls due is deducted from a salary where an employer does that; what it left out, and all else, is paid by hand. */
function howToPay(payment: Dashboard['upcomingPayments'][number], employer: string | null): string {
  if (employer !== null && !isLate(payment)) return ` · ${fill(strings.deductedFromYourSalaryBy, { employer })}`
  return 'period' in payment ? ` · ${strings.payYourTreasurerInCash}` : ''
}

function NextPayments({ data, shown }: { data: Dashboard | undefined; shown: Shown }) {
  return (
    <Card title={strings.nextPayments}>
      {!data ? (
        <SkeletonLines lines={4} />
      ) : data.upcomingPayments.length === 0 ? (
        <p className="muted">{strings.nothingIsDueYourSociety}</p>
      ) : (
        <ul className="portal-list">
          {data.upcomingPayments.map((payment) => (
            <li
              key={`${payment.kind} ${'period' in payment ? payment.period : payment.loanId}`}
              className={isLate(payment) ? 'portal-list__late' : undefined}
            >
              <Icon of={isLate(payment) ? TriangleAlert : CalendarCheck} />
              <span>
                <ToPayment payment={payment} />
                <small className="muted">
                  {fillElements(isLate(payment) ? strings.overdueSince : strings.due, {
                    day: <DateText on={payment.dueOn} />,
                  })}
                  {howToPay(payment, data.employer)}
                </small>
              </span>
              <strong>{shown(payment.amount)}</strong>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

type Payment = Dashboard['upcomingPayments'][number]

function isLate({ kind }: Payment): boolean {
  return kind === 'arrears' || kind === 'contribution_arrears'
}

/** The way to where the payment is among the others. */
function ToPayment({ payment }: { payment: Payment }) {
  if ('period' in payment)
    return (
      <Link to="/member/contributions">
        {payment.kind === 'contribution_arrears'
          ? strings.contributionsInArrears
          : fill(strings.contributionFor, { period: periodName(payment.period) })}
      </Link>
    )
  return (
    <Link to="/member/loans/$loanId" params={{ loanId: payment.loanId }}>
      {fill(strings.kindLoanLoan, {
        kind: payment.kind === 'arrears' ? strings.overdueOnYour : strings.nextInstalmentOfYour,
        loan: payment.loan,
      })}
    </Link>
  )
}

function Accounts({ data, shown }: { data: Dashboard | undefined; shown: Shown }) {
  return (
    <Card title={strings.yourAccounts}>
      {!data ? (
        <SkeletonLines lines={3} />
      ) : data.accounts.length === 0 ? (
        <p className="muted">{strings.anAccountOpensWithYour}</p>
      ) : (
        <>
          <ul className="portal-list">
            {data.accounts.map(({ name, balance }) => (
              <li key={name}>
                <span>{name}</span>
                <strong>{shown(balance)}</strong>
              </li>
            ))}
          </ul>
          <p className="muted">
            {fillElements(strings.paidInToDate, {
              contributions: shown(data.financialSummary.totalContributions),
              deposits: shown(data.financialSummary.totalDeposits),
            })}
          </p>
        </>
      )}
    </Card>
  )
}
