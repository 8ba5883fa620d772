import { listDividendLines, listDividends } from '#features/surplus/appropriation/contract.ts'
import { HandCoins } from 'lucide'
import { Suspense, lazy, useState } from 'react'
import { departureText } from '#features/surplus/appropriation/rules/dividend-rules.ts'
import { excludedBy } from '#features/surplus/appropriation/rules/exclusion.ts'
import { sharedByText } from '#features/surplus/appropriation/rules/words.ts'
import { ReverseVoucher } from '#ui/parts/ReverseVoucher.tsx'
import { RunState } from '#ui/parts/RunState.tsx'
import { runMenu } from '#ui/parts/run-menu.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'
import { type Column, moneyColumn } from '#ui/Table.tsx'
import { countText, dayText, moneyText, plural } from '#ui/format.ts'
import { saveDownload } from '#ui/save-download.ts'
import { useList } from '#ui/use-list.ts'
import type { DividendRunId } from '#core/ids.ts'
import { Link } from '#ui/router/Link.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { useListSearch } from '#ui/use-list-search.ts'
import type { Dividend } from './api.ts'
import { DividendsPayable } from './DividendsPayable.tsx'

const DividendRun = lazy(async () => ({ default: (await import('./DividendRun.tsx')).DividendRun }))

/** What was paid out of appropriations, or the members of one run. */
export function Dividends() {
  const runId = useListSearch().filter('run')
  return runId ? (
    <Suspense fallback={<SkeletonLines lines={6} />}>
      <DividendRun runId={runId as DividendRunId} />
    </Suspense>
  ) : (
    <DividendRuns />
  )
}

/** Newest year first, each with its list as a file and its reversal. */
function DividendRuns() {
  const [reversing, setReversing] = useState<Dividend>()
  const { list, set } = useList(listDividends)
  const shown = list.data?.rows.some(({ excludedMembers }) => excludedMembers > 0)
    ? columns
    : columns.filter(({ key }) => key !== 'excluded')
  const menu = runMenu<Dividend>(
    (run) => `${run.name} to ${dayText(run.yearEnd)}`,
    ({ runId }, format) => saveDownload(listDividendLines, { runId, format }, `dividend.${format}`),
    setReversing,
  )
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
  {
    key: 'name',
    header: 'What',
    card: 'title',
    cell: ({ runId, name, yearEnd }) => (
      <Link to="/coop/financial-operations/surplus" search={{ tab: 'dividends', run: runId }}>
        {`${name}, year to ${dayText(yearEnd)}`}
      </Link>
    ),
  },
  {
    key: 'by',
    header: 'Shared by',
    card: 'bare',
    cell: (row) => (
      <>
        {sharedByText(row)}
        {row.departure && <div className="muted">{departureText(row.departure)}</div>}
      </>
    ),
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
    cell: (row) => (row.excludedMembers === 0 ? '' : `${countText(row.excludedMembers)}: ${excludedBy(row)}`),
  },
  moneyColumn('tax', 'Withholding tax', (row) => row.tax),
  moneyColumn('net', 'To the members', (row) => row.net, { card: 'corner' }),
  { key: 'status', header: 'State', card: 'bare', cell: (row) => <RunState status={row.status} /> },
]
