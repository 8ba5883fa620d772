import { listInterestLines, listInterestRuns } from '#contract/money/interest.ts'
import { EllipsisVertical, FileSpreadsheet, Percent, Table2, Undo2 } from 'lucide'
import { useState } from 'react'
import { sentence } from '#web/api/api-error.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { List } from '#web/ui/List.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { type Column, moneyColumn } from '#web/ui/Table.tsx'
import { countText, dayText, moneyText, plural } from '#web/ui/format.ts'
import { saveDownload } from '#web/ui/save-download.ts'
import { toast } from '#web/ui/toast.ts'
import { useList } from '#web/ui/use-list.ts'
import { ReverseVoucher } from '#web/parts/ReverseVoucher.tsx'
import { RunState } from '#web/parts/RunState.tsx'
import type { InterestRun } from './api.ts'

/** Every run, newest period first, with its list as a file and its reversal. */
export function InterestRuns() {
  const [reversing, setReversing] = useState<InterestRun>()
  const { list, set } = useList(listInterestRuns)
  const save = (run: InterestRun, format: 'xlsx' | 'csv') =>
    saveDownload(listInterestLines, { runId: run.runId, format }, `interest.${format}`).catch((error: unknown) =>
      toast.error(sentence(error)),
    )
  const menu: Column<InterestRun> = {
    key: 'menu',
    header: '',
    card: 'corner',
    width: '64px',
    cell: (run) => (
      <Menu
        label={`Actions for ${run.name} to ${dayText(run.to)}`}
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
          <IconButton icon={EllipsisVertical} label={`Actions for ${run.name} to ${dayText(run.to)}`} {...props} />
        )}
      />
    ),
  }
  return (
    <>
      <List
        asked={list}
        failed="Failed to load the runs"
        set={set}
        caption="Posted interest"
        columns={[...columns, menu]}
        rowKey={(row) => row.runId}
        loadingRows={4}
        empty={
          <EmptyState icon={Percent} title="No interest was posted yet">
            Work out a period first; once it is posted it appears here with its list.
          </EmptyState>
        }
      />
      {reversing && <ReverseRun run={reversing} onClose={() => setReversing(undefined)} />}
    </>
  )
}

function ReverseRun({ run, onClose }: { run: InterestRun; onClose: () => void }) {
  return (
    <ReverseVoucher
      transactionId={run.transactionId}
      title="Reverse this interest?"
      description={`${moneyText(run.total)} goes back from ${plural(run.members, 'account')} in one entry of today. The period can be run again then.`}
      button="Reverse interest"
      onClose={onClose}
    />
  )
}

const columns: Column<InterestRun>[] = [
  { key: 'name', header: 'Account type', card: 'title', cell: (row) => row.name },
  { key: 'period', header: 'Period', card: 'bare', cell: (row) => `${dayText(row.from)} to ${dayText(row.to)}` },
  {
    key: 'rate',
    header: 'Rate',
    align: 'end',
    cell: (row) => <span className="number">{row.annualRatePercent} %</span>,
  },
  {
    key: 'members',
    header: 'Members',
    align: 'end',
    cell: (row) => <span className="number">{countText(row.members)}</span>,
  },
  moneyColumn('total', 'Interest', (row) => row.total, { card: 'corner' }),
  { key: 'status', header: 'State', card: 'bare', cell: (row) => <RunState status={row.status} /> },
]
