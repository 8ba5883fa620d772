import { useQuery } from '@tanstack/react-query'
import { getBooks } from '#features/accounting/books/books-closing.ts'
import { CircleCheck, Lock, LockOpen } from 'lucide'
import { Suspense, lazy, useState } from 'react'
import { query } from '#ui/api/query.ts'
import { DateText } from '#ui/DateText.tsx'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Page } from '#ui/Page.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { type Column, Table } from '#ui/Table.tsx'
import { Tag } from '#ui/Tag.tsx'
import { dayText } from '#ui/format.ts'
import { Link } from '#ui/router/Link.tsx'
import { may } from '#ui/session/may.ts'
import './ReportFrame.css'
import { type BooksState, type ClosingAct, closedYearEnd } from './closing-api.ts'

const dialog = () => import('./ClosingDialog.tsx')
const ClosingDialog = lazy(async () => ({ default: (await dialog()).ClosingDialog }))

type Year = BooksState['years'][number]
type Change = BooksState['changes'][number]

const changeColumns: Column<Change>[] = [
  {
    key: 'what',
    header: 'What',
    card: 'title',
    cell: ({ kind, through }) =>
      kind === 'lock'
        ? `Locked through ${through ? dayText(through) : ''}`
        : through
          ? `Reopened after ${dayText(through)}`
          : 'Reopened from the beginning',
  },
  { key: 'reason', header: 'Reason', cell: ({ reason }) => reason },
  { key: 'by', header: 'By', cell: ({ by }) => by },
  { key: 'at', header: 'When', cell: ({ at }) => <DateText on={at} time /> },
]

/** How far the books are locked, and which years are closed. */
export function ClosingPage() {
  const asked = useQuery(query(getBooks, {}))
  const [act, setAct] = useState<ClosingAct>()
  const { data } = asked
  const prepare = { onPointerEnter: () => void dialog(), onFocus: () => void dialog() }
  return (
    <Page
      title="Lock and close"
      description="A locked day takes no more entries. A closed year hands its surplus to the members’ funds."
    >
      {asked.isError ? (
        <LoadProblem title="Failed to load the state of the books" of={asked} />
      ) : (
        <div className="report stack">
          <Card
            title={
              data?.closedThrough ? (
                `Locked through ${dayText(data.closedThrough)}`
              ) : data ? (
                'The books are open'
              ) : (
                <Skeleton width="14ch" />
              )
            }
            description={
              data &&
              (data.closedThrough
                ? data.closedThrough === closedYearEnd(data)
                  ? 'That year is closed. To reopen it, reverse its closing.'
                  : 'Nothing dated on that day or before can be posted or reversed into it.'
                : `Entries can be dated from ${dayText(data.booksBeginOn)}.`)
            }
            actions={
              <>
                {data?.closedThrough && data.closedThrough !== closedYearEnd(data) && (
                  <Button needs="books.manage" icon={LockOpen} {...prepare} onClick={() => setAct({ kind: 'reopen' })}>
                    Reopen
                  </Button>
                )}
                <Button
                  needs="books.manage"
                  look="primary"
                  icon={Lock}
                  {...prepare}
                  onClick={() => setAct({ kind: 'lock' })}
                >
                  Lock through a date
                </Button>
              </>
            }
          />
          <Card flush title="Fiscal years">
            <Table
              dense
              caption="Fiscal years"
              columns={yearColumns(setAct, prepare)}
              rows={data?.years}
              rowKey={(year) => year.to}
              loadingRows={2}
            />
          </Card>
          <Card flush title="Locked and reopened">
            <Table
              dense
              caption="Locked and reopened"
              columns={changeColumns}
              rows={data?.changes}
              rowKey={({ at }) => at.toISOString()}
              loadingRows={1}
              empty={<p className="report__result muted">The books were never locked.</p>}
            />
          </Card>
        </div>
      )}
      <Suspense>
        {act && data && <ClosingDialog key={act.kind} act={act} state={data} onClose={() => setAct(undefined)} />}
      </Suspense>
    </Page>
  )
}

function yearColumns(setAct: (act: ClosingAct) => void, prepare: object): Column<Year>[] {
  return [
    { key: 'year', header: 'Year', card: 'title', cell: (year) => `${dayText(year.from)} to ${dayText(year.to)}` },
    {
      key: 'surplus',
      header: 'Surplus',
      align: 'end',
      cell: (year) => (
        <Link
          className="report__link"
          to="/coop/financial-operations/reports/$report"
          params={{ report: 'income-statement' }}
          search={{ from: year.from, to: year.to }}
        >
          <MoneyText amount={year.surplus} />
        </Link>
      ),
    },
    {
      key: 'state',
      header: 'State',
      cell: ({ closing, waitsBecause }) =>
        closing ? (
          <span className="row">
            <Tag tone="success" icon={CircleCheck}>
              Closed
            </Tag>
            <Link
              className="report__link"
              to="/coop/financial-operations/reports/entries/$entryId"
              params={{ entryId: closing.entryId }}
            >
              by entry No. {closing.number}
            </Link>
          </span>
        ) : (
          <span className="muted">{waitsBecause ?? 'Not closed yet'}</span>
        ),
    },
    {
      key: 'act',
      header: '',
      card: 'corner',
      cell: (year) =>
        year.closing ? (
          <Button needs="books.manage" size="small" {...prepare} onClick={() => setAct({ kind: 'reverse', year })}>
            Reverse
          </Button>
        ) : (
          year.waitsBecause === null && (
            <Link
              className={buttonClass('secondary', 'small')}
              to="/coop/financial-operations/closing/$yearEnd"
              params={{ yearEnd: year.to }}
            >
              {may('books.manage') ? 'Close year' : 'Checklist'}
            </Link>
          )
        ),
    },
  ]
}
