import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { WalletCards } from 'lucide'
import { getCashBook } from '#features/accounting/books/contract.ts'
import { type AccountId, isUuid } from '#core/ids.ts'
import { query } from '#ui/api/query.ts'
import { DateText } from '#ui/DateText.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Select } from '#ui/Select.tsx'
import type { Column } from '#ui/Table.tsx'
import { dayText } from '#ui/format.ts'
import { saveDownload } from '#ui/save-download.ts'
import { useListSearch } from '#ui/use-list-search.ts'
import { BookLines } from './BookLines.tsx'
import { EntryLine } from './EntryLine.tsx'
import { ReportFrame, useDays } from './ReportFrame.tsx'
import type { CashLine } from './api.ts'

/** A payment, or the sums of the day that ended with the line above. */
type Row = { line: CashLine; isDay: boolean }

const columns: Column<Row>[] = [
  {
    key: 'on',
    header: 'Date',
    width: '112px',
    card: 'bare',
    cell: ({ line, isDay }) => !isDay && <DateText on={line.on} />,
  },
  {
    key: 'what',
    header: 'Description',
    card: 'title',
    cell: ({ line, isDay }) => (isDay ? <strong>Sums of {dayText(line.on)}</strong> : <EntryLine line={line} />),
  },
  { key: 'account', header: 'Account', card: 'bare', cell: ({ line, isDay }) => !isDay && line.account },
  { key: 'receipts', header: 'Receipts', align: 'end', cell: (row) => amount(row, 'receipts') },
  { key: 'payments', header: 'Payments', align: 'end', cell: (row) => amount(row, 'payments') },
  { key: 'balance', header: 'Balance', align: 'end', cell: ({ line }) => <MoneyText amount={line.balance} /> },
]

function amount({ line, isDay }: Row, side: 'receipts' | 'payments') {
  if (!isDay) return line[side] !== 0n && <MoneyText amount={line[side]} />
  return line.endOfDay && line.endOfDay[side] !== 0n && <strong>{<MoneyText amount={line.endOfDay[side]} />}</strong>
}

/** Receipts and payments of cash and bank, day by day. */
export function CashBookPage() {
  const { page, limit, filter, set } = useListSearch()
  const days = useDays()
  const accountId = isUuid(filter('accountId')) ? (filter('accountId') as AccountId) : undefined
  const report = useQuery({
    ...query(getCashBook, { ...days, accountId, page, limit }),
    placeholderData: keepPreviousData,
  })
  const summary = report.data?.summary
  // A day of one line is its own sum, unless lines of it are on the page before.
  const rows = report.data?.rows.flatMap((line, index, lines): Row[] => [
    { line, isDay: false },
    ...(line.endOfDay && (index === 0 ? page > 1 : lines[index - 1]?.on === line.on) ? [{ line, isDay: true }] : []),
  ])
  return (
    <ReportFrame
      title="Cash book"
      days={summary}
      asked={report}
      save={(format) => saveDownload(getCashBook, { ...days, accountId, format }, `report.${format}`)}
      filters={
        <Select
          label="Account"
          value={accountId ?? ''}
          placeholder="All cash and bank accounts"
          options={(summary?.accounts ?? []).map(({ accountId: value, name }) => ({
            value: value as string,
            label: name,
          }))}
          onChange={(value) => set({ accountId: value || undefined })}
        />
      }
    >
      <BookLines
        asked={report}
        caption="Receipts and payments"
        columns={columns}
        rows={rows}
        rowKey={({ line, isDay }) => `${line.entryId} ${line.account} ${isDay}`}
        sums={['receipts', 'payments']}
        empty={
          <EmptyState icon={WalletCards} title="No money moved in this period">
            Receipts and payments appear here as they are recorded.
          </EmptyState>
        }
      />
    </ReportFrame>
  )
}
