import { useQuery } from '@tanstack/react-query'
import { Link } from '#web/router/Link.tsx'
import { CircleAlert, CircleCheck, Printer, Scale } from 'lucide'
import type { getTrialBalance } from '#contract/books.ts'
import type { Replied } from '#contract/endpoint.ts'
import { isDay } from '#domain/calendar.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { Page, Toolbar } from '#web/ui/Page.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { dayText, todayInLagos } from '#web/ui/format.ts'
import { useListSearch } from '#web/ui/use-list-search.ts'
import './TrialBalancePage.css'
import { bookQueries } from './api.ts'

type Account = Replied<typeof getTrialBalance>['accounts'][number]

const classLabels: Record<Account['class'], string> = { asset: 'Asset', liability: 'Liability', equity: 'Equity', income: 'Income', expense: 'Expense' }

const columns: Column<Account>[] = [
  { key: 'code', header: 'Code', width: '96px', card: 'hidden', cell: (row) => <span className="number muted">{row.code}</span> },
  { key: 'name', header: 'Account', card: 'title', cell: (row) => row.name },
  { key: 'class', header: 'Class', cell: (row) => classLabels[row.class] },
  { key: 'debit', header: 'Debit', align: 'end', cell: (row) => row.debit !== 0n && <MoneyText amount={row.debit} /> },
  { key: 'credit', header: 'Credit', align: 'end', cell: (row) => row.credit !== 0n && <MoneyText amount={row.credit} /> },
]

/** What stands on both sides of every account at the end of a day. */
export function TrialBalancePage() {
  const { filter, set } = useListSearch()
  const asked = filter('asOf')
  const asOf = isDay(asked) ? asked : todayInLagos()
  const report = useQuery(bookQueries.trialBalance(asOf))
  const { data } = report
  return (
    <Page
      title="Trial balance"
      tabTitle="Reports"
      description={
        <span className="row">
          As of {dayText(data?.asOf ?? asOf)}
          {data && data.accounts.length > 0 && (
            <Tag tone={data.balanced ? 'success' : 'danger'} icon={data.balanced ? CircleCheck : CircleAlert}>
              {data.balanced ? 'Balanced' : 'Not balanced'}
            </Tag>
          )}
        </span>
      }
      actions={
        <>
          <Link className={buttonClass('secondary')} to="/coop/financial-operations/reports/member-balances">
            Member balances
          </Link>
          <Button icon={Printer} onClick={() => print()}>
            Print
          </Button>
        </>
      }
    >
      <Card flush className="trial-balance">
        <Toolbar>
          <TextField label="As of" type="date" max={todayInLagos()} value={asOf} onChange={(text) => isDay(text) && set({ asOf: text })} />
        </Toolbar>
        {report.isError ? (
          <LoadProblem title="Failed to get financial records" error={report.error} onRetry={() => void report.refetch()} />
        ) : (
          <Table
            caption={`Trial balance as of ${dayText(asOf)}`}
            columns={columns}
            rows={data?.accounts}
            rowKey={(row) => row.code}
            busy={report.isPlaceholderData}
            loadingRows={5}
            totals={
              data && {
                name: 'Total',
                debit: <MoneyText amount={data.totals.debit} />,
                credit: <MoneyText amount={data.totals.credit} />,
              }
            }
            empty={
              <EmptyState icon={Scale} title={`Nothing in the books by ${dayText(asOf)}`}>
                Record a contribution, and both of its sides appear here.
              </EmptyState>
            }
          />
        )}
      </Card>
    </Page>
  )
}
