import { useQuery } from '@tanstack/react-query'
import { postProvision, getLoanPortfolio } from '#features/loans/portfolio/contract.ts'
import { Landmark } from 'lucide'
import { Suspense, lazy } from 'react'
import { kobo, sumKobo } from '#core/money.ts'
import { useAction } from '#ui/api/use-action.ts'
import { query } from '#ui/api/query.ts'
import { useWillWait } from '#ui/parts/approval-rules.ts'
import { Link } from '#ui/router/Link.tsx'
import { may } from '#ui/session/may.ts'
import { ActionProblem } from '#ui/ActionProblem.tsx'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { FigureCard, FigureGrid } from '#ui/FigureCard.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Page } from '#ui/Page.tsx'
import { type Column, Table } from '#ui/Table.tsx'
import { dayText, moneyText, periodName, plural } from '#ui/format.ts'
import { toast } from '#ui/toast.ts'
import { useListSearch } from '#ui/use-list-search.ts'
import type { Portfolio } from './api.ts'

const ProvisionClasses = lazy(async () => ({ default: (await import('./ProvisionClasses.tsx')).ProvisionClasses }))

type Product = Portfolio['products'][number]
type Risk = Portfolio['atRisk'][number]
type Provision = Portfolio['provisions'][number]

/** Where all running loans together are: what is late, what is at risk, what should be set aside for it. */
export function LoanPortfolioPage() {
  const { data, error, isPending, refetch } = useQuery(query(getLoanPortfolio, {}))
  const { filter, set } = useListSearch()
  const at30 = data?.atRisk.find(({ days }) => days === 30)
  return (
    <Page
      title="Loan portfolio"
      description={data ? `All running loans on ${dayText(data.asOf)}.` : 'All running loans.'}
    >
      {error && <LoadProblem title="Failed to load the portfolio" error={error} onRetry={() => void refetch()} />}
      <FigureGrid label="All running loans">
        <FigureCard
          label="Outstanding"
          loading={isPending}
          value={data && <MoneyText amount={data.totals.outstanding} />}
          note={data && plural(data.totals.loans, 'running loan')}
        />
        <FigureCard
          label="Overdue"
          loading={isPending}
          value={data && <MoneyText amount={data.totals.overdue} />}
          {...(data && data.totals.overdue > 0n ? { tone: 'danger' as const } : {})}
          note={
            data &&
            (data.totals.overdueLoans === 0 ? 'nothing is late' : `of ${plural(data.totals.overdueLoans, 'loan')}`)
          }
          link={
            data && data.totals.overdueLoans > 0 ? (
              <Link to="/coop/loan-management" search={{ overdue: 'true' }}>
                See who is late
              </Link>
            ) : undefined
          }
        />
        <FigureCard
          label="At risk, 30 days"
          loading={isPending}
          value={at30 && `${at30.percent} %`}
          note={at30 && `${moneyText(at30.outstanding)} of ${plural(at30.loans, 'loan')}`}
        />
        <FigureCard
          label={data ? `Expected in ${periodName(data.thisMonth.period)}` : 'Expected this month'}
          loading={isPending}
          value={data && <MoneyText amount={data.thisMonth.due} />}
          note={data && `${moneyText(data.thisMonth.owed)} still to come in`}
        />
      </FigureGrid>
      <Card title="By product" flush>
        <Table
          caption="By product"
          columns={productColumns}
          rows={data?.products}
          rowKey={({ loanConfigId }) => loanConfigId}
          loadingRows={3}
          {...(data && data.products.length > 1
            ? {
                totals: {
                  name: 'Total',
                  loans: data.totals.loans,
                  outstanding: <MoneyText amount={data.totals.outstanding} />,
                  overdue: <MoneyText amount={data.totals.overdue} />,
                },
              }
            : {})}
          empty={
            <EmptyState
              icon={Landmark}
              title="No loan runs"
              actions={<Link to="/coop/loan-management">Go to the loans</Link>}
            >
              Loans appear here once they are disbursed.
            </EmptyState>
          }
        />
      </Card>
      <Card
        title="Portfolio at risk"
        description={`The whole balance of loans of which anything is late for more than so many days.${keptInWords(data)}`}
        flush
      >
        <Table
          caption="Portfolio at risk"
          columns={riskColumns}
          rows={data?.atRisk}
          rowKey={({ days }) => String(days)}
          loadingRows={4}
        />
      </Card>
      <Card
        title="Loan loss provision"
        description="By the classes of your bye-laws, or those that auditors know from microfinance banks."
        flush
        actions={
          <>
            <Link
              to="/coop/financial-operations/reports/$report"
              params={{ report: 'loans' }}
              className={buttonClass('secondary', 'small')}
            >
              Loan by loan
            </Link>
            <Button needs="configuration.update" size="small" onClick={() => set({ do: 'classes' })}>
              Change classes
            </Button>
          </>
        }
      >
        <Table
          caption="Loan loss provision"
          columns={provisionColumns}
          rows={data?.provisions}
          rowKey={({ name }) => name}
          loadingRows={5}
          {...(data
            ? {
                totals: {
                  name: 'Total',
                  outstanding: <MoneyText amount={sumKobo(data.provisions.map(({ outstanding }) => outstanding))} />,
                  provision: <MoneyText amount={sumKobo(data.provisions.map(({ provision }) => provision))} />,
                },
              }
            : {})}
        />
      </Card>
      {data && <BuiltProvision provision={data.provision} />}
      <Suspense>
        {filter('do') === 'classes' && may('configuration.update') && (
          <ProvisionClasses onClose={() => set({ do: undefined })} />
        )}
      </Suspense>
    </Page>
  )
}

/** New terms cure nothing: what still counts as late from before them. */
function keptInWords(portfolio: Portfolio | undefined): string {
  const { loans, outstanding } = portfolio?.kept ?? { loans: 0, outstanding: kobo(0) }
  if (loans === 0) return ''
  return ` ${loans === 1 ? '1 loan' : `${loans} loans`} with ${moneyText(outstanding)} outstanding ${loans === 1 ? 'counts' : 'count'} as late because ${loans === 1 ? 'it was' : 'they were'} when rescheduled or topped up.`
}

/** The provision in the books against the classes, and a button that posts the difference. */
function BuiltProvision({ provision: { built, toPost, waiting } }: { provision: Portfolio['provision'] }) {
  const post = useAction(postProvision)
  const amount = kobo(toPost < 0n ? -toPost : toPost)
  const waits = useWillWait('journal', amount)
  return (
    <Card title="Provision in the books" className="stack">
      <ActionProblem error={post.error} title="The provision was not posted" />
      <p>
        Set aside so far: <MoneyText amount={built} />.{' '}
        {toPost > 0n ? (
          <>
            Still to set aside: <MoneyText amount={amount} />.
          </>
        ) : toPost < 0n ? (
          <>
            More than needed: <MoneyText amount={amount} />.
          </>
        ) : (
          'This is what the classes require today.'
        )}
      </p>
      {waiting ? (
        <p>
          A provision waits for approval.{' '}
          <Link to="/coop/financial-operations/transactions" search={{ tab: 'approvals' }}>
            Review it
          </Link>
        </p>
      ) : (
        toPost !== 0n &&
        may('transaction.record') && (
          <div>
            <Button
              look="primary"
              busy={post.isPending}
              onClick={() =>
                post.mutate(
                  {},
                  {
                    onSuccess: ({ status }) =>
                      toast.success(status === 'pending' ? 'Provision sent for approval' : 'Provision posted'),
                  },
                )
              }
            >
              {waits
                ? `Send a provision of ${moneyText(amount)} for approval`
                : toPost > 0n
                  ? `Post a provision of ${moneyText(amount)}`
                  : `Release ${moneyText(amount)} of the provision`}
            </Button>
          </div>
        )
      )}
    </Card>
  )
}

const productColumns: Column<Product>[] = [
  { key: 'name', header: 'Loan', card: 'title', cell: ({ name }) => name },
  { key: 'loans', header: 'Loans', align: 'end', cell: ({ loans }) => loans },
  {
    key: 'outstanding',
    header: 'Outstanding',
    align: 'end',
    cell: ({ outstanding }) => <MoneyText amount={outstanding} />,
  },
  { key: 'overdue', header: 'Overdue', align: 'end', cell: ({ overdue }) => <MoneyText amount={overdue} /> },
]

const riskColumns: Column<Risk>[] = [
  { key: 'days', header: 'Late for more than', card: 'title', cell: ({ days }) => plural(days, 'day') },
  { key: 'loans', header: 'Loans', align: 'end', cell: ({ loans }) => loans },
  {
    key: 'outstanding',
    header: 'Whole balance',
    align: 'end',
    cell: ({ outstanding }) => <MoneyText amount={outstanding} />,
  },
  {
    key: 'percent',
    header: 'Of all loans',
    align: 'end',
    cell: ({ percent }) => <span className="number">{`${percent} %`}</span>,
  },
]

const provisionColumns: Column<Provision>[] = [
  { key: 'name', header: 'Class', card: 'title', cell: ({ name }) => name },
  {
    key: 'days',
    header: 'Days late',
    cell: ({ from, to }) => (to === null ? `${from} and more` : from === to ? 'none' : `${from} to ${to}`),
  },
  { key: 'loans', header: 'Loans', align: 'end', cell: ({ loans }) => loans },
  {
    key: 'outstanding',
    header: 'Whole balance',
    align: 'end',
    cell: ({ outstanding }) => <MoneyText amount={outstanding} />,
  },
  {
    key: 'percent',
    header: 'Part',
    align: 'end',
    cell: ({ percent }) => <span className="number">{`${percent} %`}</span>,
  },
  { key: 'provision', header: 'To set aside', align: 'end', cell: ({ provision }) => <MoneyText amount={provision} /> },
]
