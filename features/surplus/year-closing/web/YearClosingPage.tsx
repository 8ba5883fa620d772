import { useQuery } from '@tanstack/react-query'
import { getYearClosing } from '#features/surplus/year-closing/contract.ts'
import { type Day, isDay } from '#core/calendar.ts'
import { query } from '#ui/api/query.ts'
import { Link } from '#ui/router/Link.tsx'
import { SendTo } from '#ui/router/SendTo.tsx'
import { useParams } from '#ui/router/place.ts'
import { may } from '#ui/session/may.ts'
import { Banner } from '#ui/Banner.tsx'
import { buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { FigureCard, FigureGrid } from '#ui/FigureCard.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Page } from '#ui/Page.tsx'
import { Table } from '#ui/Table.tsx'
import { countText, dayText } from '#ui/format.ts'
import { CloseForm } from './CloseForm.tsx'
import { itemColumns } from './ItemAction.tsx'
import type { YearClosing } from './api.ts'

/** One fiscal year: what is missing before it can be closed, the closing, and what comes after. */
export function YearClosingPage() {
  const { yearEnd = '' } = useParams()
  return isDay(yearEnd) ? (
    <YearOf key={yearEnd} yearEnd={yearEnd} />
  ) : (
    <SendTo to="/coop/financial-operations/reports" />
  )
}

function YearOf({ yearEnd }: { yearEnd: Day }) {
  const asked = useQuery({ ...query(getYearClosing, { yearEnd }), staleTime: 0 })
  const { data } = asked
  const open = data?.items.filter(({ state }) => state === 'open') ?? []
  const blocked = data?.items.filter(({ state }) => state === 'blocks') ?? []
  return (
    <Page
      title={`Close the year to ${dayText(yearEnd)}`}
      description="What is missing first, then the closing, then what the general meeting makes of the surplus"
    >
      {asked.isError ? (
        <LoadProblem title="Failed to load the checklist" of={asked} />
      ) : (
        <>
          {data?.closing && <Closed closing={data.closing} yearEnd={yearEnd} />}
          <FigureGrid label="The year">
            <FigureCard label="Surplus" loading={!data} value={data && <MoneyText amount={data.surplus} />} />
            <FigureCard
              label="Open"
              loading={!data}
              value={data && countText(open.length)}
              {...(open.length > 0 && !data?.closing && { tone: 'warning' as const })}
            />
            <FigureCard
              label="Blocking"
              loading={!data}
              value={data && countText(blocked.length)}
              {...(blocked.length > 0 && { tone: 'danger' as const })}
            />
          </FigureGrid>
          <Card flush title="Checklist">
            <Table
              caption="Checklist"
              columns={itemColumns(yearEnd, data?.closing !== null)}
              rows={data?.items}
              rowKey={({ key }) => key}
              loadingRows={10}
              empty={<p className="report__result muted">{data?.waitsBecause ?? 'Nothing to look at'}</p>}
            />
          </Card>
          {data && data.closing === null && <Closing year={data} open={open} isBlocked={blocked.length > 0} />}
        </>
      )}
    </Page>
  )
}

function Closing({ year, open, isBlocked }: { year: YearClosing; open: YearClosing['items']; isBlocked: boolean }) {
  if (year.waitsBecause !== null) return <Banner tone="info" title={year.waitsBecause} />
  if (!may('books.manage')) return null
  return isBlocked ? (
    <Banner tone="warning" title="The year can’t be closed yet">
      Complete what is in the way first. Once the year is closed, nothing dated in it can be posted.
    </Banner>
  ) : (
    <CloseForm year={year} open={open} />
  )
}

function Closed({ closing, yearEnd }: { closing: NonNullable<YearClosing['closing']>; yearEnd: Day }) {
  return (
    <Banner
      tone="success"
      title={`Closed by entry No. ${closing.number}`}
      actions={
        <Link className={buttonClass('primary')} to="/coop/financial-operations/surplus" search={{ year: yearEnd }}>
          Go to the surplus
        </Link>
      }
    >
      <p>
        {closing.by}, <DateText on={closing.at} time />. Next, record what the general meeting decides about the
        surplus.
      </p>
      {closing.accepted.length > 0 && (
        <ul>
          {closing.accepted.map(({ item, found, reason }) => (
            <li key={item}>
              {found}. Reason: {reason}
            </li>
          ))}
        </ul>
      )}
    </Banner>
  )
}
