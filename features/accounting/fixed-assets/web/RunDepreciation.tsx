import { previewDepreciation, runDepreciation } from '#features/accounting/fixed-assets/contract.ts'
import { CalendarCheck } from 'lucide'
import { addMonths, isPeriod, periodOf } from '#core/calendar.ts'
import { zeroKobo } from '#core/money.ts'
import { useAction } from '#ui/api/use-action.ts'
import { SaveMenu } from '#ui/SaveMenu.tsx'
import { ActionProblem } from '#ui/ActionProblem.tsx'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'
import { MonthPicker } from '#ui/MonthPicker.tsx'
import { Toolbar } from '#ui/Page.tsx'
import { type Column, moneyColumn } from '#ui/Table.tsx'
import { moneyText, periodName, todayInLagos } from '#ui/format.ts'
import { saveDownload } from '#ui/save-download.ts'
import { toastThen } from '#ui/toast.ts'
import { useList } from '#ui/use-list.ts'
import { useListSearch } from '#ui/use-list-search.ts'
import type { DepreciationLine } from './api.ts'

/** What is not depreciated yet up to a month, and the button that posts it. */
export function RunDepreciation({ onClose }: { onClose: () => void }) {
  const { filter, set: setSearch } = useListSearch()
  const asked = filter('through')
  const through = isPeriod(asked) ? asked : addMonths(periodOf(todayInLagos()), -1)
  const { list, filters, set } = useList(previewDepreciation, { through }, { staleTime: 0 })
  const post = useAction(runDepreciation)
  const summary = list.data?.summary
  const amount = summary?.amount ?? zeroKobo
  return (
    <>
      <h3>Depreciation to {periodName(through)}</h3>
      <ActionProblem error={post.error} title="The depreciation was not posted" />
      <Toolbar>
        <MonthPicker label="Through" value={through} onChange={(month) => setSearch({ through: month })} />
        <SaveMenu save={(format) => saveDownload(previewDepreciation, { through, format }, `depreciation.${format}`)} />
        <Button onClick={onClose}>Back</Button>
        <Button
          needs="transaction.decide"
          look="primary"
          busy={post.isPending}
          disabled={amount === zeroKobo}
          onClick={() =>
            post.mutate(
              { through, amount },
              toastThen(
                ({ status }) => (status === 'pending' ? 'The depreciation waits for approval' : 'Depreciation posted'),
                onClose,
              ),
            )
          }
        >
          {summary && summary.approvals > 0 ? `Send ${moneyText(amount)} for approval` : `Post ${moneyText(amount)}`}
        </Button>
      </Toolbar>
      <List
        asked={list}
        failed="The depreciation could not be calculated"
        set={set}
        caption="Depreciation of each asset"
        columns={columns}
        rowKey={(row) => row.assetId}
        sort={filters.sort ?? 'number'}
        empty={
          <EmptyState icon={CalendarCheck} title="Nothing left to depreciate">
            All depreciation through {periodName(through)} is posted or waits for approval.
          </EmptyState>
        }
      />
    </>
  )
}

const columns: Column<DepreciationLine>[] = [
  { key: 'name', header: 'Asset', sort: 'number', card: 'title', cell: ({ name, number }) => `${number} ${name}` },
  { key: 'class', header: 'Class', cell: ({ accountName }) => accountName },
  {
    key: 'months',
    header: 'Months',
    cell: ({ from, through, months }) =>
      months === 1 ? periodName(from) : `${months}, ${periodName(from)} to ${periodName(through)}`,
  },
  moneyColumn('amount', 'Depreciation', ({ amount }) => amount, { sort: 'amount', card: 'corner' }),
]
