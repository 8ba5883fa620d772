import { useQuery } from '@tanstack/react-query'
import { getMoneyDashboard } from '#features/accounting/money-dashboard/contract.ts'
import { HandCoins } from 'lucide'
import { accountTypeKindNames } from '#features/accounting/books/rules/account-kinds.ts'
import { query } from '#ui/api/query.ts'
import type { MoneyDashboard } from '#ui/parts/money-dashboard.ts'
import { Link } from '#ui/router/Link.tsx'
import { buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { CashMonths } from '#ui/parts/CashMonths.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { FigureCard, FigureGrid } from '#ui/FigureCard.tsx'
import { Icon } from '#ui/Icon.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Page } from '#ui/Page.tsx'
import { type Column, Table } from '#ui/Table.tsx'
import { WaitingCard } from '#ui/parts/WaitingCard.tsx'
import { countText, dayText, moneyText, plural } from '#ui/format.ts'

/** The society's money at a glance; every figure leads to the rows behind it and is the one that the books say. */
export function MoneyPage() {
  const { data, error, refetch } = useQuery(query(getMoneyDashboard, {}))
  const isEmpty =
    data?.months.every(({ received, paid }) => received === 0n && paid === 0n) &&
    data.cashAndBank === 0n &&
    data.accountTypes.every(({ balance }) => balance === 0n)
  return (
    <Page
      title="Money overview"
      description={data ? `As the books say on ${dayText(data.asOf)}.` : 'As the books say today.'}
    >
      {error && <LoadProblem title="Failed to load the figures" error={error} onRetry={() => void refetch()} />}
      {data && <WaitingCard waiting={data.waiting} />}
      {isEmpty ? <NothingYet /> : !error && <Figures data={data} />}
    </Page>
  )
}

function NothingYet() {
  return (
    <Card flush>
      <EmptyState
        icon={HandCoins}
        title="No money in the books yet"
        actions={
          <>
            <Link
              needs="contribution.post"
              className={buttonClass('primary')}
              to="/coop/financial-operations/contributions"
              search={{ record: 'new' }}
            >
              <Icon of={HandCoins} />
              Record a contribution
            </Link>
            <Link
              needs="books.manage"
              className={buttonClass('secondary')}
              to="/coop/financial-operations/opening-balances"
            >
              Bring your old books
            </Link>
          </>
        }
      >
        Record the first contribution, or bring the balances of your old books. What comes in and goes out then appears
        here.
      </EmptyState>
    </Card>
  )
}

function Figures({ data }: { data: MoneyDashboard | undefined }) {
  const loading = data === undefined
  const month = data?.months.at(-1)
  const loans = data?.loans
  return (
    <>
      <FigureGrid label="The society's money">
        <FigureCard
          label="Cash and bank"
          loading={loading}
          value={data && <MoneyText amount={data.cashAndBank} />}
          note={data && plural(data.accounts.length, 'account')}
          link={
            <Link to="/coop/financial-operations/reports/$report" params={{ report: 'cash-book' }}>
              Open the cash book
            </Link>
          }
        />
        <FigureCard
          label="Received this month"
          loading={loading}
          value={month && <MoneyText amount={month.received} />}
          note={
            month && (
              <>
                <MoneyText amount={month.paid} /> paid
              </>
            )
          }
          link={
            <Link
              to="/coop/financial-operations/reports/$report"
              params={{ report: 'receipts-and-payments' }}
              search={{ from: month?.month }}
            >
              Breakdown
            </Link>
          }
        />
        <FigureCard
          label="Overdue on loans"
          loading={loading}
          value={loans && <MoneyText amount={loans.overdue} />}
          {...(loans && loans.overdue > 0n ? { tone: 'danger' as const } : {})}
          note={loans && (loans.overdueLoans === 0 ? 'nothing is late' : `of ${plural(loans.overdueLoans, 'loan')}`)}
          link={
            <Link to="/coop/loan-management" search={{ overdue: 'true' }}>
              Who is late
            </Link>
          }
        />
        <FigureCard
          label="At risk, 30 days"
          loading={loading}
          value={loans && `${loans.atRisk.percent} %`}
          note={loans && `${moneyText(loans.atRisk.outstanding)} of ${moneyText(loans.outstanding)} lent`}
          link={<Link to="/coop/loan-management/portfolio">Loan portfolio</Link>}
        />
      </FigureGrid>
      <CashMonths months={data?.months} />
      <Card title="Cash and bank by account" flush>
        <Table
          caption="Cash and bank by account"
          columns={accountColumns}
          rows={data?.accounts}
          rowKey={({ accountId }) => accountId}
          loadingRows={3}
          {...(data ? { totals: { name: 'Total', balance: <MoneyText amount={data.cashAndBank} /> } } : {})}
        />
      </Card>
      <Card title="Member balances by account" flush>
        <Table
          caption="Member balances by account"
          columns={typeColumns}
          rows={data?.accountTypes}
          rowKey={({ accountTypeId }) => accountTypeId}
          loadingRows={4}
        />
      </Card>
    </>
  )
}

const accountColumns: Column<MoneyDashboard['accounts'][number]>[] = [
  {
    key: 'name',
    header: 'Account',
    card: 'title',
    cell: ({ accountId, code, name }) => (
      <Link to="/coop/financial-operations/reports/$report" params={{ report: 'cash-book' }} search={{ accountId }}>
        {code} {name}
      </Link>
    ),
  },
  {
    key: 'balance',
    header: 'Balance',
    align: 'end',
    card: 'corner',
    cell: ({ balance }) => <MoneyText amount={balance} />,
  },
]

const typeColumns: Column<MoneyDashboard['accountTypes'][number]>[] = [
  { key: 'name', header: 'Account type', card: 'title', cell: ({ name }) => name },
  { key: 'kind', header: 'Kind', card: 'bare', cell: ({ kind }) => accountTypeKindNames[kind] },
  {
    key: 'members',
    header: 'Members',
    align: 'end',
    cell: ({ members }) => <span className="number">{countText(members)}</span>,
  },
  {
    key: 'balance',
    header: 'Balance',
    align: 'end',
    card: 'corner',
    cell: ({ balance }) => <MoneyText amount={balance} />,
  },
]
