import { Button } from '#ui/Button.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { type Column, Table } from '#ui/Table.tsx'
import { Tag } from '#ui/Tag.tsx'
import { plural } from '#ui/format.ts'
import type { StatementRead } from './api.ts'

type Line = StatementRead['page'][number]

const linesPaged = 25

/** The first and the last lines, or all of them page by page, each with the way to correct it or to leave it out. */
export function StatementLines({
  read,
  page,
  onPage,
  onColumns,
  onCorrect,
  onLeaveOut,
}: {
  read: StatementRead
  page: number | undefined
  onPage: (page: number | undefined) => void
  onColumns: () => void
  onCorrect: (row: number) => void
  onLeaveOut: (row: number) => void
}) {
  const { lines, page: shown, pages } = read
  if (lines === 0) return null
  const columns: Column<Line>[] = [
    { key: 'row', header: 'Row', kind: 'count', of: ({ row }) => row, card: 'hidden' },
    { key: 'on', header: 'Date', kind: 'date', of: ({ on }) => on },
    {
      key: 'narration',
      header: 'Narration',
      card: 'title',
      cell: ({ narration, isKnown }) => (
        <>
          {narration} {isKnown && <Tag>There already</Tag>}
        </>
      ),
    },
    { key: 'amount', header: 'Amount', kind: 'money', of: ({ amount }) => amount },
    { key: 'balance', header: 'Balance', kind: 'money', of: ({ balance }) => balance },
    {
      key: 'act',
      header: '',
      card: 'bare',
      cell: ({ row }) => (
        <span className="row">
          <Button size="small" aria-label={`Correct row ${row}`} onClick={() => onCorrect(row)}>
            Correct
          </Button>
          <Button size="small" aria-label={`Leave out row ${row}`} onClick={() => onLeaveOut(row)}>
            Leave out
          </Button>
        </span>
      ),
    },
  ]
  const isPart = page === undefined && shown.length < lines
  return (
    <section aria-label="Lines">
      <div className="statement-head">
        <h3>
          {isPart
            ? `The first ${shown.length / 2} and the last ${shown.length / 2} of ${plural(lines, 'line')}`
            : plural(lines, 'line')}
        </h3>
        <div className="row">
          {isPart && (
            <Button size="small" onClick={() => onPage(1)}>
              Show all lines
            </Button>
          )}
          {page !== undefined && (
            <Button size="small" onClick={() => onPage(undefined)}>
              Show the first and the last
            </Button>
          )}
          <Button size="small" onClick={onColumns}>
            Change columns
          </Button>
        </div>
      </div>
      <Table dense caption="Lines of the statement" columns={columns} rows={shown} rowKey={({ row }) => String(row)} />
      {page !== undefined && (
        <Pagination
          meta={{ page: Math.min(page, pages), limit: linesPaged, total: lines, totalPages: pages }}
          onPage={onPage}
        />
      )}
    </section>
  )
}
