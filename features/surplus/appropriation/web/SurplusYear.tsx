import { useQuery } from '@tanstack/react-query'
import { getSurplus } from '#features/surplus/appropriation/contract.ts'
import { Suspense, lazy } from 'react'
import type { Day } from '#core/calendar.ts'
import { zeroKobo } from '#core/money.ts'
import { query } from '#ui/api/query.ts'
import { Link } from '#ui/router/Link.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button, buttonClass } from '#ui/Button.tsx'
import { FigureCard, FigureGrid } from '#ui/FigureCard.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Toolbar } from '#ui/Page.tsx'
import { Select } from '#ui/Select.tsx'
import { type Column, Table, moneyColumn } from '#ui/Table.tsx'
import { dayText } from '#ui/format.ts'
import { useListSearch } from '#ui/use-list-search.ts'
import type { Surplus } from './api.ts'

const Appropriation = lazy(async () => ({ default: (await import('./Appropriation.tsx')).Appropriation }))
const AppropriateDrawer = lazy(async () => ({ default: (await import('./AppropriateDrawer.tsx')).AppropriateDrawer }))

/** A closed year: what the bye-laws make of its surplus, or what was decided. */
export function SurplusYear({ year, years }: { year: Day; years: readonly Day[] }) {
  const { filter, set } = useListSearch()
  const asked = useQuery(query(getSurplus, { yearEnd: year }))
  const { data } = asked
  if (asked.isError) return <LoadProblem title="Failed to load the surplus" of={asked} />
  return (
    <>
      {years.length > 1 && (
        <Toolbar>
          <Select
            label="Year"
            value={year}
            options={years.map((to) => ({ value: to, label: `Year to ${dayText(to)}` }))}
            onChange={(value) => set({ year: value, pay: undefined })}
          />
        </Toolbar>
      )}
      <FigureGrid label="The surplus of the year">
        <FigureCard
          label={`Surplus of the year to ${dayText(year)}`}
          loading={!data}
          value={data && <MoneyText amount={data.surplus} />}
        />
        <FigureCard
          label="Undistributed surplus now"
          loading={!data}
          value={data && <MoneyText amount={data.available} />}
        />
      </FigureGrid>
      {data?.appropriation ? (
        <Suspense>
          <Appropriation year={data} appropriation={data.appropriation} />
        </Suspense>
      ) : (
        data && <Proposed year={data} onDecide={() => set({ do: 'decide' })} />
      )}
      <Suspense>
        {data && data.appropriation === null && filter('do') === 'decide' && (
          <AppropriateDrawer year={data} onClose={() => set({ do: undefined })} />
        )}
      </Suspense>
    </>
  )
}

type Head = Surplus['proposed'][number]

const columns: Column<Head>[] = [
  { key: 'name', header: 'To', card: 'title', cell: ({ code, name }) => `${code} ${name}` },
  {
    key: 'percent',
    header: 'Of the surplus',
    align: 'end',
    cell: ({ percent, isLeast }) => (
      <span className="number">
        {isLeast && 'at least '}
        {percent} %
      </span>
    ),
  },
  { key: 'clause', header: 'Bye-law', cell: ({ clause }) => clause },
  moneyColumn('amount', 'Amount', ({ amount }) => amount, { card: 'corner' }),
]

/** What the bye-laws make of it, until a decision is recorded. */
function Proposed({ year, onDecide }: { year: Surplus; onDecide: () => void }) {
  if (year.surplus <= zeroKobo)
    return <Banner tone="info" title="This year left no surplus, so there is nothing to share out." />
  return (
    <>
      {year.proposed.length === 0 ? (
        <Banner tone="info" title="Your bye-laws are not entered yet">
          Enter what they give to each fund under Bye-laws, and the amounts are worked out here.
        </Banner>
      ) : (
        <Table
          caption="By your bye-laws"
          columns={columns}
          rows={year.proposed}
          rowKey={({ accountId }) => accountId}
          totals={{ name: 'Carried forward', amount: <MoneyText amount={year.carriedForward} /> }}
        />
      )}
      {year.resolutions.length === 0 ? (
        <Banner tone="info" title="The general meeting decides what becomes of the surplus">
          <p>
            It meets after the year has ended, and no meeting since {dayText(year.yearEnd)} has a resolution yet. Write
            it into the minutes of that meeting, and then record the decision here.
          </p>
          <p>
            <Link className={buttonClass()} to="/coop/governance">
              Go to Governance
            </Link>
          </p>
        </Banner>
      ) : (
        <Toolbar>
          <Button needs="transaction.decide" look="primary" onClick={onDecide}>
            Record the decision
          </Button>
        </Toolbar>
      )}
    </>
  )
}
