import { listDividendLines } from '#features/surplus/appropriation/contract.ts'
import { HandCoins } from 'lucide'
import type { DividendRunId } from '#core/ids.ts'
import { Link } from '#ui/router/Link.tsx'
import { SaveMenu } from '#ui/SaveMenu.tsx'
import { Banner } from '#ui/Banner.tsx'
import { buttonClass } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Toolbar } from '#ui/Page.tsx'
import { SearchBox } from '#ui/SearchBox.tsx'
import { dayText } from '#ui/format.ts'
import { saveDownload } from '#ui/save-download.ts'
import { useList } from '#ui/use-list.ts'
import { DividendFigures } from './DividendFigures.tsx'
import { DividendLines, ShowExcluded } from './DividendLines.tsx'

/** What one run gives each member and who is excluded, also while it waits: the officer who approves it looks here first. */
export function DividendRun({ runId }: { runId: DividendRunId }) {
  const { list, q, filters, set } = useList(listDividendLines, { runId })
  const summary = list.data?.summary
  return (
    <>
      <h3>{summary ? `${summary.name}, year to ${dayText(summary.yearEnd)}` : 'Paid to members'}</h3>
      {summary?.departure && <Banner title="Not shared as your bye-laws say">Reason: {summary.departure}</Banner>}
      <DividendFigures summary={summary} excludesAny={(summary?.excludedMembers ?? 0) > 0} />
      <Toolbar>
        <SearchBox label="Search member" value={q} onSearch={(text) => set({ q: text })} />
        {summary && summary.excludedMembers > 0 && (
          <ShowExcluded only={filters.only} onChange={(only) => set({ only })} />
        )}
        <SaveMenu save={(format) => saveDownload(listDividendLines, { runId, format }, `dividend.${format}`)} />
        <Link className={buttonClass()} to="/coop/financial-operations/surplus" search={{ tab: 'dividends' }}>
          Back
        </Link>
      </Toolbar>
      <DividendLines
        of={summary}
        asked={list}
        failed="Failed to load the dividend"
        set={set}
        sort={filters.sort ?? 'membershipno'}
        empty={<EmptyState icon={HandCoins} title="No member matches" />}
      />
    </>
  )
}
