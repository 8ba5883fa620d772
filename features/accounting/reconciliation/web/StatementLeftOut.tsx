import { Undo2 } from 'lucide'
import { leftOutWords } from '#core/spreadsheets/left-out.ts'
import { Button } from '#ui/Button.tsx'
import { countText, plural } from '#ui/format.ts'
import type { StatementRead } from './api.ts'

/** Rows of the file that are no lines, each with the reason and a way to take it back. */
export function StatementLeftOut({ read, onTakeBack }: { read: StatementRead; onTakeBack: (row: number) => void }) {
  const { leftOut, rowsLeftOut } = read
  if (rowsLeftOut === 0) return null
  const more = rowsLeftOut - leftOut.length
  return (
    <section aria-label="Rows left out">
      <h3>{plural(rowsLeftOut, 'row')} left out</h3>
      <p className="muted">Titles, totals and notes are no lines. Take a row back if it is one.</p>
      <ul className="statement-left-out">
        {leftOut.map(({ row, why, text }) => (
          <li key={row}>
            <div>
              <p>
                <strong className="number">Row {countText(row)}</strong>{' '}
                {why === null ? 'is left out by hand' : leftOutWords[why]}
              </p>
              <p className="muted">{text}</p>
            </div>
            <Button size="small" icon={Undo2} aria-label={`Take back row ${row}`} onClick={() => onTakeBack(row)}>
              Take back
            </Button>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="muted">And {plural(more, 'more row')}.</p>}
    </section>
  )
}
