import { listDividendLines } from '#contract/society/surplus.ts'
import { HandCoins } from 'lucide'
import type { DividendRunId } from '#domain/ids.ts'
import { Link } from '#web/router/Link.tsx'
import { SaveMenu } from '#web/parts/SaveMenu.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { List } from '#web/ui/List.tsx'
import { Toolbar } from '#web/ui/Page.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { Select } from '#web/ui/Select.tsx'
import { dayText } from '#web/ui/format.ts'
import { saveDownload } from '#web/ui/save-download.ts'
import { useList } from '#web/ui/use-list.ts'
import { dividendColumns } from './dividend-columns.tsx'
import { DividendFigures } from './DividendFigures.tsx'

/** What one run gives each member and who is excluded, also while it waits: the officer who approves it looks here first. */
export function DividendRun({ runId }: { runId: DividendRunId }) {
  const { list, q, filters, set } = useList(listDividendLines, { runId })
  const summary = list.data?.summary
  return (
    <>
      <h3>{summary ? `${summary.name}, year to ${dayText(summary.yearEnd)}` : 'Paid to members'}</h3>
      <DividendFigures summary={summary} excludesAny={(summary?.excludedMembers ?? 0) > 0} />
      <Toolbar>
        <SearchBox label="Search member" value={q} onSearch={(text) => set({ q: text })} />
        {summary && summary.excludedMembers > 0 && (
          <Select
            label="Show"
            hideLabel
            value={filters.only ?? 'all'}
            options={showOptions}
            onChange={(value) => set({ only: value === 'excluded' ? value : undefined })}
          />
        )}
        <SaveMenu save={(format) => saveDownload(listDividendLines, { runId, format }, `dividend.${format}`)} />
        <Link className={buttonClass()} to="/coop/financial-operations/surplus" search={{ tab: 'dividends' }}>
          Back
        </Link>
      </Toolbar>
      <List
        asked={list}
        failed="Failed to load the dividend"
        set={set}
        caption="What each member gets"
        columns={dividendColumns(summary)}
        rowKey={(row) => row.memberId}
        sort={filters.sort ?? 'membershipno'}
        empty={<EmptyState icon={HandCoins} title="No member matches" />}
      />
    </>
  )
}

export const showOptions = [
  { value: 'all', label: 'All members' },
  { value: 'excluded', label: 'Excluded members' },
]
