import { listDividendLines, listDividends } from '#contract/society/surplus.ts'
import { EllipsisVertical, FileSpreadsheet, HandCoins, Table2, Undo2 } from 'lucide'
import { useState } from 'react'
import { exclusionRuleNames } from '#domain/society/surplus/exclusion.ts'
import { dividendMethodNames } from '#domain/society/surplus/words.ts'
import { sentence } from '#web/api/api-error.ts'
import { ReverseVoucher } from '#web/parts/ReverseVoucher.tsx'
import { RunState } from '#web/parts/RunState.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { List } from '#web/ui/List.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { type Column, moneyColumn } from '#web/ui/Table.tsx'
import { countText, dayText, moneyText, plural } from '#web/ui/format.ts'
import { saveDownload } from '#web/ui/save-download.ts'
import { toast } from '#web/ui/toast.ts'
import { useList } from '#web/ui/use-list.ts'
import type { Dividend } from './api.ts'
import { DividendsPayable } from './DividendsPayable.tsx'

/** What was paid out of appropriations, newest year first, with its list as a file and its reversal. */
export function Dividends() {
  const [reversing, setReversing] = useState<Dividend>()
  const { list, set } = useList(listDividends)
  const shown = list.data?.rows.some(({ excludedMembers }) => excludedMembers > 0)
    ? columns
    : columns.filter(({ key }) => key !== 'excluded')
  const save = (run: Dividend, format: 'xlsx' | 'csv') =>
    saveDownload(listDividendLines, { runId: run.runId, format }, `dividend.${format}`).catch((error: unknown) =>
      toast.error(sentence(error)),
    )
  const menu: Column<Dividend> = {
    key: 'menu',
    header: '',
    card: 'corner',
    width: '64px',
    cell: (run) => (
      <Menu
        label={`Actions for ${run.name} to ${dayText(run.yearEnd)}`}
        items={[
          { label: 'Excel workbook', icon: FileSpreadsheet, onSelect: () => void save(run, 'xlsx') },
          { label: 'CSV', icon: Table2, onSelect: () => void save(run, 'csv') },
          ...(run.status === 'approved'
            ? [
                {
                  label: 'Reverse',
                  needs: 'transaction.decide' as const,
                  icon: Undo2,
                  danger: true,
                  onSelect: () => setReversing(run),
                },
              ]
            : []),
        ]}
        trigger={(props) => (
          <IconButton icon={EllipsisVertical} label={`Actions for ${run.name} to ${dayText(run.yearEnd)}`} {...props} />
        )}
      />
    ),
  }
  return (
    <>
      <DividendsPayable />
      <List
        asked={list}
        failed="Failed to load the dividends"
        set={set}
        caption="Paid to members"
        columns={[...shown, menu]}
        rowKey={(row) => row.runId}
        loadingRows={3}
        empty={
          <EmptyState icon={HandCoins} title="Nothing was paid to members yet">
            Once the meeting’s decision is posted, its dividend is paid from there and appears here with its list.
          </EmptyState>
        }
      />
      {reversing && (
        <ReverseVoucher
          transactionId={reversing.transactionId}
          title="Reverse this dividend?"
          description={`${moneyText(reversing.net)} goes back from ${plural(reversing.members, 'account')} in one entry of today. It can be paid again then.`}
          button="Reverse dividend"
          onClose={() => setReversing(undefined)}
        />
      )}
    </>
  )
}

const columns: Column<Dividend>[] = [
  { key: 'name', header: 'What', card: 'title', cell: ({ name, yearEnd }) => `${name}, year to ${dayText(yearEnd)}` },
  {
    key: 'by',
    header: 'Shared by',
    card: 'bare',
    cell: ({ accountType, method }) =>
      method === null ? 'Loan interest paid' : `${accountType}: ${dividendMethodNames[method].toLowerCase()}`,
  },
  {
    key: 'members',
    header: 'Members',
    align: 'end',
    cell: (row) => <span className="number">{countText(row.members)}</span>,
  },
  {
    key: 'excluded',
    header: 'Excluded',
    cell: ({ excludedMembers, excluding }) =>
      excludedMembers === 0 ? '' : `${countText(excludedMembers)}: ${exclusionRuleNames[excluding].toLowerCase()}`,
  },
  moneyColumn('tax', 'Withholding tax', (row) => row.tax),
  moneyColumn('net', 'To the members', (row) => row.net, { card: 'corner' }),
  { key: 'status', header: 'State', card: 'bare', cell: (row) => <RunState status={row.status} /> },
]
