import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { BookOpen } from 'lucide'
import { type ComponentProps, type ReactNode, useMemo } from 'react'
import { listAccounts } from '#features/accounting/books/books-closing.ts'
import { getGeneralLedger } from '#features/accounting/books/contract.ts'
import { type AccountId, isUuid } from '#core/ids.ts'
import { query } from '#ui/api/query.ts'
import { wholeList } from '#ui/api/whole-list.ts'
import { saveDownload } from '#ui/save-download.ts'
import { Link } from '#ui/router/Link.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Page } from '#ui/Page.tsx'
import { Select } from '#ui/Select.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { type Column, Table, moneyColumn } from '#ui/Table.tsx'
import { useListSearch } from '#ui/use-list-search.ts'
import { AccountLink } from './AccountLink.tsx'
import { BookLines } from './BookLines.tsx'
import { EntryLine } from './EntryLine.tsx'
import { ReportFrame, useDays } from './ReportFrame.tsx'
import type { LedgerLine } from './api.ts'

const columns: Column<LedgerLine>[] = [
  { key: 'on', header: 'Date', width: '112px', card: 'bare', cell: (row) => <DateText on={row.on} /> },
  { key: 'number', header: 'Entry', width: '72px', align: 'end', cell: (row) => row.number },
  { key: 'what', header: 'Description', card: 'title', cell: (row) => <EntryLine line={row} /> },
  { key: 'against', header: 'Against', card: 'bare', cell: (row) => row.against },
  { key: 'debit', header: 'Debit', align: 'end', cell: (row) => row.debit !== 0n && <MoneyText amount={row.debit} /> },
  {
    key: 'credit',
    header: 'Credit',
    align: 'end',
    cell: (row) => row.credit !== 0n && <MoneyText amount={row.credit} />,
  },
  moneyColumn('balance', 'Balance', (row) => row.balance),
]

const whichColumn: Column<LedgerLine> = {
  key: 'which',
  header: 'Account',
  card: 'bare',
  cell: ({ account: { code, name } }) => `${code} ${name}`,
}

type Standing = NonNullable<NonNullable<ReturnType<typeof useLedger>['data']>['summary']>['accounts'][number]

const standingColumns = (days: ComponentProps<typeof AccountLink>['days']): Column<Standing>[] => [
  {
    key: 'account',
    header: 'Account',
    card: 'title',
    cell: ({ accountId, code, name }) => (
      <AccountLink accountId={accountId} days={days}>{`${code} ${name}`}</AccountLink>
    ),
  },
  moneyColumn('opening', 'Opening balance', (row) => row.opening),
  moneyColumn('debit', 'Debit', (row) => row.debit),
  moneyColumn('credit', 'Credit', (row) => row.credit),
  moneyColumn('closing', 'Closing balance', (row) => row.closing),
]

const all = 'all'

/** One account, or all of them, entry by entry. */
export function GeneralLedgerPage() {
  const { filter, set } = useListSearch()
  const accountId = filter('accountId')
  const accounts = useQuery(wholeList(listAccounts, {}))
  const options = useMemo(
    () => [
      { value: all, label: 'All accounts' },
      ...(accounts.data ?? []).map(({ id, code, name }) => ({ value: id as string, label: `${code} ${name}` })),
    ],
    [accounts.data],
  )
  const choose = (
    <Select
      label="Account"
      value={options.some(({ value }) => value === accountId) ? accountId : ''}
      placeholder="Choose an account"
      options={options}
      onChange={(value) => set({ accountId: value || undefined })}
    />
  )
  if (accountId === all) return <WholeLedger choose={choose} />
  if (isUuid(accountId)) return <Ledger key={accountId} accountId={accountId as AccountId} choose={choose} />
  return (
    <Page title="General ledger" description="Every entry of one account or of all, with the balance after it.">
      <Card>{choose}</Card>
    </Page>
  )
}

function useLedger(accountId: AccountId | undefined) {
  const { page, limit } = useListSearch()
  return useQuery({
    ...query(getGeneralLedger, { accountId, ...useDays(), page, limit }),
    placeholderData: keepPreviousData,
  })
}

/** Every account: what each had before and after the days, and all entries by account. */
function WholeLedger({ choose }: { choose: ReactNode }) {
  const { set } = useListSearch()
  const days = useDays()
  const report = useLedger(undefined)
  const summary = report.data?.summary
  const totals = summary && {
    debit: <MoneyText amount={summary.debit} />,
    credit: <MoneyText amount={summary.credit} />,
  }
  return (
    <ReportFrame
      title="General ledger"
      days={summary}
      asked={report}
      filters={choose}
      save={(format) => saveDownload(getGeneralLedger, { ...days, format }, `report.${format}`)}
    >
      <Card flush title="Accounts">
        <Table
          dense
          caption="Balances of the accounts"
          columns={standingColumns(days)}
          rows={summary?.accounts}
          rowKey={(row) => row.accountId}
          {...(totals && { totals: { account: 'Total', ...totals } })}
        />
      </Card>
      <Card flush title="Entries">
        <Table
          dense
          busy={report.isPlaceholderData}
          caption="Entries of all accounts"
          columns={[whichColumn, ...columns]}
          rows={report.data?.rows}
          rowKey={(row) => `${row.account.code} ${row.entryId}`}
          {...(totals && { totals: { what: 'Total', ...totals } })}
          empty={
            <EmptyState icon={BookOpen} title="Nothing moved in this period">
              Choose other days to see more.
            </EmptyState>
          }
        />
        <Pagination meta={report.data?.meta} onPage={(page) => set({ page })} onLimit={(limit) => set({ limit })} />
      </Card>
    </ReportFrame>
  )
}

function Ledger({ accountId, choose }: { accountId: AccountId; choose: ReactNode }) {
  const days = useDays()
  const report = useLedger(accountId)
  const summary = report.data?.summary
  const account = summary?.account
  return (
    <ReportFrame
      title={account ? `${account.code} ${account.name}` : 'General ledger'}
      days={summary}
      asked={report}
      filters={choose}
      save={(format) => saveDownload(getGeneralLedger, { accountId, ...days, format }, `report.${format}`)}
      tag={
        account?.memberId && (
          <Link to="/coop/member/$memberId" params={{ memberId: account.memberId }}>
            {account.memberName}
          </Link>
        )
      }
    >
      <BookLines
        asked={report}
        caption="Entries of the account"
        columns={columns}
        rows={report.data?.rows}
        rowKey={(row) => row.entryId}
        sums={['debit', 'credit']}
        empty={
          <EmptyState icon={BookOpen} title="Nothing moved in this period">
            The balance stayed as it was. Choose other days to see more.
          </EmptyState>
        }
      />
    </ReportFrame>
  )
}
