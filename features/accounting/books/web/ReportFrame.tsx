import { Printer } from 'lucide'
import type { ReactNode } from 'react'
import { type Day, isDay } from '#core/calendar.ts'
import type { FileFormat } from '#core/file-format.ts'
import { Button } from '#ui/Button.tsx'
import { DateField } from '#ui/DateField.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { Page, Toolbar } from '#ui/Page.tsx'
import { SaveMenu } from '#ui/SaveMenu.tsx'
import { dayText, todayInLagos } from '#ui/format.ts'
import { useListSearch } from '#ui/use-list-search.ts'
import './ReportFrame.css'

/** The days in the address of a report. */
export function useDays(): { from: Day | undefined; to: Day | undefined } {
  const { filter } = useListSearch()
  const [from, to] = [filter('from'), filter('to')]
  return { from: isDay(from) ? from : undefined, to: isDay(to) ? to : undefined }
}

type Asked = { isError: boolean; error: Error | null; refetch: () => unknown }

/** What every report has around it: its days, printing, its files, and a way out where it could not be loaded. */
export function ReportFrame({
  title,
  days,
  oneDay = false,
  month,
  tag,
  filters,
  save,
  asked,
  children,
}: {
  title: string
  /** As the server took them; undefined while it is asked. */
  days: { from?: Day; to: Day } | undefined
  /** It is of one day, not of a period. */
  oneDay?: boolean
  /** In place of the days: the month that it is of. */
  month?: ReactNode
  tag?: ReactNode
  /** Further fields beside the days. */
  filters?: ReactNode
  save: (format: FileFormat) => Promise<void>
  asked: Asked
  children: ReactNode
}) {
  const { set } = useListSearch()
  const chosen = useDays()
  const from = chosen.from ?? days?.from
  const to = chosen.to ?? days?.to ?? todayInLagos()
  return (
    <Page
      title={title}
      description={
        <span className="row">
          {days &&
            (oneDay || !days.from ? `As of ${dayText(days.to)}` : `${dayText(days.from)} to ${dayText(days.to)}`)}
          {tag}
        </span>
      }
      actions={
        <>
          <SaveMenu save={save} />
          <Button icon={Printer} onClick={() => print()}>
            Print
          </Button>
        </>
      }
    >
      <div className="report stack">
        <Toolbar>
          {month}
          {!month && !oneDay && (
            <DateField
              label="From"
              max={to}
              value={from ?? ''}
              onChange={(text) => set({ from: isDay(text) ? text : undefined })}
            />
          )}
          {!month && (
            <DateField
              label={oneDay ? 'As of' : 'To'}
              min={oneDay ? undefined : from}
              value={to}
              onChange={(text) => set({ to: isDay(text) ? text : undefined })}
            />
          )}
          {filters}
        </Toolbar>
        {asked.isError ? <LoadProblem title="Failed to load the report" of={asked} /> : children}
      </div>
    </Page>
  )
}
