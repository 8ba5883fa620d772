import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Scale } from 'lucide'
import { useMemo } from 'react'
import { getTrialBalance } from '#features/accounting/books/contract.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { Day } from '#core/calendar.ts'
import type { Kobo } from '#core/money.ts'
import { query } from '#ui/api/query.ts'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { type Column, Table } from '#ui/Table.tsx'
import { Tag } from '#ui/Tag.tsx'
import { dayText } from '#ui/format.ts'
import { saveDownload } from '#ui/save-download.ts'
import { AccountLink } from './AccountLink.tsx'
import { ReportFrame, useDays } from './ReportFrame.tsx'

type Account = Replied<typeof getTrialBalance>['accounts'][number]
type Amounts = Pick<Account, 'opening' | 'movement' | 'debit' | 'credit'>

const amounts: readonly { key: string; header: string; of: (row: Amounts) => Kobo }[] = [
  { key: 'openingDebit', header: 'Opening debit', of: (row) => row.opening.debit },
  { key: 'openingCredit', header: 'Opening credit', of: (row) => row.opening.credit },
  { key: 'movedDebit', header: 'Debits', of: (row) => row.movement.debit },
  { key: 'movedCredit', header: 'Credits', of: (row) => row.movement.credit },
  { key: 'debit', header: 'Debit', of: (row) => row.debit },
  { key: 'credit', header: 'Credit', of: (row) => row.credit },
]

/** What was on both sides of every account, what moved, and what is there now. */
export function TrialBalancePage() {
  const days = useDays()
  const report = useQuery({ ...query(getTrialBalance, days), placeholderData: keepPreviousData })
  const { data } = report
  const taken = useMemo(() => data && { from: data.from, to: data.asOf }, [data])
  const columns = useMemo(() => columnsOf(taken), [taken])
  return (
    <ReportFrame
      title="Trial balance"
      days={taken}
      asked={report}
      save={(format) => saveDownload(getTrialBalance, { ...days, format }, `report.${format}`)}
      tag={
        data &&
        data.accounts.length > 0 && (
          <Tag tone={data.balanced ? 'success' : 'danger'} icon={data.balanced ? CircleCheck : CircleAlert}>
            {data.balanced ? 'Balanced' : 'Not balanced'}
          </Tag>
        )
      }
    >
      <Card flush>
        <Table
          dense
          caption={`Trial balance${taken ? ` as of ${dayText(taken.to)}` : ''}`}
          columns={columns}
          rows={data?.accounts}
          rowKey={(row) => row.code}
          busy={report.isPlaceholderData}
          loadingRows={5}
          totals={
            data && {
              name: 'Total',
              ...Object.fromEntries(
                amounts.map(({ key, of }) => [key, <MoneyText key={key} amount={of(data.totals)} />]),
              ),
            }
          }
          empty={
            <EmptyState icon={Scale} title={`Nothing in the books by ${taken ? dayText(taken.to) : 'then'}`}>
              Record a contribution, and both of its sides appear here.
            </EmptyState>
          }
        />
      </Card>
    </ReportFrame>
  )
}

function columnsOf(days: { from: Day; to: Day } | undefined): Column<Account>[] {
  return [
    {
      key: 'code',
      header: 'Code',
      width: '72px',
      card: 'hidden',
      cell: (row) => <span className="number muted">{row.code}</span>,
    },
    {
      key: 'name',
      header: 'Account',
      card: 'title',
      cell: (row) => (
        <AccountLink accountId={row.accountId} days={days}>
          {row.name}
        </AccountLink>
      ),
    },
    ...amounts.map(({ key, header, of }): Column<Account> => ({
      key,
      header,
      align: 'end',
      cell: (row) => of(row) !== 0n && <MoneyText amount={of(row)} />,
    })),
  ]
}
