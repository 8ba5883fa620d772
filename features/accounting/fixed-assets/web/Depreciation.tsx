import { listDepreciation } from '#features/accounting/fixed-assets/contract.ts'
import { CalendarClock, Play, Undo2 } from 'lucide'
import { Suspense, lazy, useState } from 'react'
import { ReverseVoucher } from '#ui/parts/ReverseVoucher.tsx'
import { RunState } from '#ui/parts/RunState.tsx'
import { may } from '#ui/session/may.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'
import { menuColumn } from '#ui/menu-column.tsx'
import { Toolbar } from '#ui/Page.tsx'
import { type Column, moneyColumn } from '#ui/Table.tsx'
import { countText, dayText, moneyText } from '#ui/format.ts'
import { useList } from '#ui/use-list.ts'
import type { DepreciationRun } from './api.ts'

const RunDepreciation = lazy(async () => ({ default: (await import('./RunDepreciation.tsx')).RunDepreciation }))

/** What was posted, and the way to post more. */
export function Depreciation() {
  const [reversing, setReversing] = useState<DepreciationRun>()
  const { list, filter, set } = useList(listDepreciation)
  if (filter('do') === 'run')
    return (
      <Suspense>
        <RunDepreciation onClose={() => set({ do: undefined, through: undefined })} />
      </Suspense>
    )
  const run = (
    <Button needs="transaction.decide" look="primary" icon={Play} onClick={() => set({ do: 'run' })}>
      Run depreciation
    </Button>
  )
  return (
    <>
      <Toolbar>{run}</Toolbar>
      <List
        asked={list}
        failed="Failed to load the depreciation"
        set={set}
        caption="Posted depreciation"
        columns={[
          ...columns,
          menuColumn<DepreciationRun>(
            ({ through }) => `depreciation to ${dayText(through)}`,
            (row) =>
              row.status === 'approved' && may('transaction.decide')
                ? [{ label: 'Reverse', icon: Undo2, danger: true, onSelect: () => setReversing(row) }]
                : [],
            'corner',
          ),
        ]}
        rowKey={(row) => row.runId}
        loadingRows={3}
        empty={
          <EmptyState icon={CalendarClock} title="No depreciation posted yet" actions={run}>
            Depreciation of all assets is posted in one entry, up to the end of a month.
          </EmptyState>
        }
      />
      {reversing && (
        <ReverseVoucher
          transactionId={reversing.transactionId}
          title="Reverse this depreciation?"
          description={`${moneyText(reversing.amount)} of ${countText(reversing.assets)} assets is taken back in one entry of today. The months can be posted again then.`}
          button="Reverse depreciation"
          onClose={() => setReversing(undefined)}
        />
      )}
    </>
  )
}

const columns: Column<DepreciationRun>[] = [
  { key: 'through', header: 'Through', card: 'title', cell: ({ through }) => dayText(through) },
  {
    key: 'assets',
    header: 'Assets',
    align: 'end',
    cell: ({ assets }) => <span className="number">{countText(assets)}</span>,
  },
  moneyColumn('amount', 'Depreciation', ({ amount }) => amount),
  { key: 'by', header: 'By', cell: ({ recordedBy }) => recordedBy },
  { key: 'status', header: 'State', card: 'bare', cell: ({ status }) => <RunState status={status} /> },
]
