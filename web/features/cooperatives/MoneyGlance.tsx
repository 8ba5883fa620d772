import { useQuery } from '@tanstack/react-query'
import { moneyDashboardQuery } from '#web/api/money-dashboard.ts'
import { Link } from '#web/router/Link.tsx'
import { Card } from '#web/ui/Card.tsx'
import { FigureCard, FigureGrid } from '#web/ui/FigureCard.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { WaitingCard } from '#web/ui/WaitingCard.tsx'
import { plural } from '#web/ui/format.ts'

/** What waits for the officer, and how the month and the loans stand; the page of the society's money has the rest. */
export function MoneyGlance() {
  const { data, error, refetch } = useQuery(moneyDashboardQuery())
  if (error) return <LoadProblem title="What waits could not be loaded" error={error} onRetry={() => void refetch()} />
  const month = data?.months.at(-1)
  const loans = data?.loans
  return (
    <>
      {data ? <WaitingCard waiting={data.waiting} /> : <Card title="Waiting for you"><Skeleton height="44px" /></Card>}
      <FigureGrid label="The society's money">
        <FigureCard label="Received this month" loading={!month} value={month && <MoneyText amount={month.received} short />} note={month && <><MoneyText amount={month.paid} short /> paid</>} link={<Link to="/coop/financial-operations/money">Money in and out</Link>} />
        <FigureCard label="Loans left to repay" loading={!loans} value={loans && <MoneyText amount={loans.outstanding} short />} note={loans && plural(loans.loans, 'running loan')} link={<Link to="/coop/loan-management/portfolio">Loan portfolio</Link>} />
        <FigureCard
          label="Overdue on loans"
          loading={!loans}
          value={loans && <MoneyText amount={loans.overdue} short />}
          {...(loans && loans.overdue > 0n ? { tone: 'danger' as const } : {})}
          note={loans && (loans.overdueLoans === 0 ? 'nothing is late' : `of ${plural(loans.overdueLoans, 'loan')}`)}
          link={<Link to="/coop/loan-management" search={{ overdue: 'true' }}>Who is late</Link>}
        />
        <FigureCard label="At risk, 30 days" loading={!loans} value={loans && `${loans.atRisk.percent} %`} note={loans && 'of all that is lent'} link={<Link to="/coop/loan-management/portfolio">What is at risk</Link>} />
      </FigureGrid>
    </>
  )
}
