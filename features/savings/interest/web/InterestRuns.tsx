import { listInterestLines, listInterestRuns } from '#features/savings/interest/contract.ts'
import { Percent } from 'lucide'
import { useState } from 'react'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'
import { type Column, moneyColumn } from '#ui/Table.tsx'
import { countText, dayText, moneyText, plural } from '#ui/format.ts'
import { saveDownload } from '#ui/save-download.ts'
import { useList } from '#ui/use-list.ts'
import { ReverseVoucher } from '#ui/parts/ReverseVoucher.tsx'
import { RunState } from '#ui/parts/RunState.tsx'
import { runMenu } from '#ui/parts/run-menu.ts'
import type { InterestRun } from './api.ts'

/** Every run, newest period first, with its list as a file and its reversal. */
export function InterestRuns() {
  const [reversing, setReversing] = useState<InterestRun>()
  const { list, set } = useList(listInterestRuns)
  const menu = runMenu<InterestRun>(
    (run) => `${run.name} to ${dayText(run.to)}`,
    ({ runId }, format) => saveDownload(listInterestLines, { runId, format }, `interest.${format}`),
    setReversing,
  )
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
            Calculate a period first. Once it is posted it appears here with its list.
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
