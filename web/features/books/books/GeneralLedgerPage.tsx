import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { BookOpen } from 'lucide'
import { type ReactNode, useMemo } from 'react'
import { listAccounts } from '#contract/books/books-closing.ts'
import { getGeneralLedger } from '#contract/books/books.ts'
import { type AccountId, isUuid } from '#domain/ids.ts'
import { query } from '#web/api/query.ts'
import { wholeList } from '#web/api/whole-list.ts'
import { saveDownload } from '#web/ui/save-download.ts'
import { Link } from '#web/router/Link.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Select } from '#web/ui/Select.tsx'
import { type Column, moneyColumn } from '#web/ui/Table.tsx'
import { useListSearch } from '#web/ui/use-list-search.ts'
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

/** One account, entry by entry. */
export function GeneralLedgerPage() {
  const { filter, set } = useListSearch()
  const accountId = filter('accountId')
  const accounts = useQuery(wholeList(listAccounts, {}))
  const options = useMemo(
    () => (accounts.data ?? []).map(({ id, code, name }) => ({ value: id as string, label: `${code} ${name}` })),
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
  if (isUuid(accountId)) return <Ledger key={accountId} accountId={accountId as AccountId} choose={choose} />
  return (
    <Page title="General ledger" description="Every entry of one account, with the balance after it.">
      <Card>{choose}</Card>
    </Page>
  )
}

function Ledger({ accountId, choose }: { accountId: AccountId; choose: ReactNode }) {
  const { page, limit } = useListSearch()
  const days = useDays()
  const report = useQuery({
    ...query(getGeneralLedger, { accountId, ...days, page, limit }),
    placeholderData: keepPreviousData,
  })
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
