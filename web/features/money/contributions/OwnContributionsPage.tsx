import { type QueryClient } from '@tanstack/react-query'
import { listContributions } from '#contract/money/contributions.ts'
import { HandCoins } from 'lucide'
import { contributionMonth } from '#domain/money/contributions/contribution.ts'
import { query } from '#web/api/query.ts'
import { Link } from '#web/router/Link.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { List } from '#web/ui/List.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { Page } from '#web/ui/Page.tsx'
import { PayOnlineLink } from '#web/parts/PayOnlineLink.tsx'
import { StandingTag } from '#web/parts/StandingTag.tsx'
import { type Column, moneyColumn } from '#web/ui/Table.tsx'
import { useList } from '#web/ui/use-list.ts'
import { type Contribution } from './api.ts'

const columns: Column<Contribution>[] = [
  { key: 'month', header: 'Month', card: 'title', cell: contributionMonth },
  moneyColumn('expected', 'Expected', (row) => row.expected),
  moneyColumn('paid', 'Paid', (row) => row.paid),
  moneyColumn('outstanding', 'Outstanding', (row) => row.outstanding),
  { key: 'standing', header: 'Standing', card: 'corner', cell: (row) => <StandingTag {...row} /> },
]

OwnContributionsPage.begin = (queries: QueryClient) => {
  if (location.search === '')
    void queries.prefetchQuery(query(listContributions, { page: 1, limit: 10, sort: '-period' }))
}

/** The signed-in member's own months. */
export function OwnContributionsPage() {
  const { list, set } = useList(listContributions, { sort: '-period' })
  const { data } = list
  return (
    <Page
      title="Contributions"
      tabTitle="Financial Records"
      description="What you were expected to pay each month, what arrived, and what is left."
      actions={
        <>
          <Link to="/member/transactions" search={{ type: 'contribution' }} className={buttonClass()}>
            Payments and receipts
          </Link>
          <Link to="/member/requests" search={{ ask: 'contribution' }} className={buttonClass()}>
            Change my monthly contribution
          </Link>
          <PayOnlineLink />
        </>
      }
    >
      <Card flush>
        <List
          asked={list}
          failed="Failed to get financial records"
          set={set}
          limited
          caption="Contributions by month"
          columns={columns}
          rowKey={(row) => row.period}
          loadingRows={6}
          totals={
            data?.summary && {
              month: 'All months',
              expected: <MoneyText amount={data.summary.expected} />,
              paid: <MoneyText amount={data.summary.paid} />,
              outstanding: <MoneyText amount={data.summary.outstanding} />,
            }
          }
          empty={
            <EmptyState icon={HandCoins} title="No contributions yet">
              Your months appear here from the first whose contribution is due.
            </EmptyState>
          }
        />
      </Card>
    </Page>
  )
}
