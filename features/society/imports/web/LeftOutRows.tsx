import { useQuery } from '@tanstack/react-query'
import { listImportRows } from '#features/society/imports/contract.ts'
import { Undo2 } from 'lucide'
import { leftOutWords } from '#core/spreadsheets/left-out.ts'
import { query } from '#ui/api/query.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { countText, plural } from '#ui/format.ts'
import './LeftOutRows.css'
import type { Import } from './api.ts'

const shownMax = 25

/** Rows of the file that are titles, totals and notes, each with the reason and a way to take it back. */
export function LeftOutRows({
  found,
  busy,
  onTakeBack,
}: {
  found: Import
  busy: boolean
  onTakeBack: (row: number) => void
}) {
  const rows = useQuery({
    ...query(listImportRows, { importId: found.id, show: 'left_out', page: 1, limit: shownMax }),
    staleTime: 0,
  })
  const more = found.rowsLeftOut - shownMax
  return (
    <Card
      title={`${plural(found.rowsLeftOut, 'row')} left out`}
      description={`Titles, totals and notes are not ${found.kind === 'members' ? 'members' : 'payments'}. Take a row back if it is one.`}
    >
      {rows.isError ? (
        <LoadProblem title="Failed to load the rows" of={rows} />
      ) : !rows.data ? (
        <SkeletonLines lines={2} />
      ) : (
        <ul className="left-out" aria-label="Rows left out">
          {rows.data.rows.map(({ number, cells, leftOut }) => (
            <li key={number}>
              <div className="left-out__row">
                <p>
                  <strong className="number">Row {countText(number)}</strong> {leftOut && leftOutWords[leftOut]}
                </p>
                <p className="left-out__cells muted">{cells.filter((cell) => cell !== '').join(' · ')}</p>
              </div>
              <Button
                size="small"
                icon={Undo2}
                aria-label={`Take back row ${number}`}
                disabled={busy}
                onClick={() => onTakeBack(number)}
              >
                Take back
              </Button>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p className="muted">And {plural(more, 'more row')}, in the next step under Left out.</p>}
    </Card>
  )
}
