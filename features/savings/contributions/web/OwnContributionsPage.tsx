import type { QueryClient } from '@tanstack/react-query'
import { listContributions } from '#features/savings/contributions/contract.ts'
import { HandCoins } from 'lucide'
import { contributionMonth } from '#features/savings/contributions/rules/contribution.ts'
import { query } from '#ui/api/query.ts'
import { Link } from '#ui/router/Link.tsx'
import { buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Page } from '#ui/Page.tsx'
import { PayOnlineLink } from '#ui/parts/PayOnlineLink.tsx'
import { StandingTag } from '#ui/parts/StandingTag.tsx'
import { type Column, moneyColumn } from '#ui/Table.tsx'
import { useList } from '#ui/use-list.ts'
import type { Contribution } from './api.ts'
import * as strings from './strings.ts'

const columns: Column<Contribution>[] = [
  { key: 'month', header: strings.month, card: 'title', cell: contributionMonth },
  moneyColumn('expected', strings.expected, (row) => row.expected),
  moneyColumn('paid', strings.paid, (row) => row.paid),
  moneyColumn('outstanding', strings.outstanding, (row) => row.outstanding),
  { key: 'standing', header: strings.standing, card: 'corner', cell: (row) => <StandingTag {...row} /> },
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
      title={strings.contributions}
      tabTitle={strings.financialRecords}
      description={strings.whatYouWereExpectedTo}
      actions={
        <>
          <Link to="/member/transactions" search={{ type: 'contribution' }} className={buttonClass()}>
            {strings.paymentsAndReceipts}
          </Link>
          <Link to="/member/requests" search={{ ask: 'contribution' }} className={buttonClass()}>
            {strings.changeMyMonthlyContribution}
          </Link>
          <PayOnlineLink />
        </>
      }
    >
      <Card flush>
        <List
          asked={list}
          failed={strings.failedToGetFinancialRecords}
          set={set}
          limited
          caption={strings.contributionsByMonth}
          columns={columns}
          rowKey={(row) => row.period}
          loadingRows={6}
          totals={
            data?.summary && {
              month: strings.allMonths,
              expected: <MoneyText amount={data.summary.expected} />,
              paid: <MoneyText amount={data.summary.paid} />,
              outstanding: <MoneyText amount={data.summary.outstanding} />,
            }
          }
          empty={
            <EmptyState icon={HandCoins} title={strings.noContributionsYet}>
              {strings.yourMonthsAppearHereFrom}
            </EmptyState>
          }
        />
      </Card>
    </Page>
  )
}
