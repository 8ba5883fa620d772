import { leftOutWords } from '#core/spreadsheets/left-out.ts'
import { Card } from '#ui/Card.tsx'
import { countText, plural } from '#ui/format.ts'
import type { Return } from './api.ts'

/** Rows of the employer's file that are no deductions or were left out, with what they say: nothing is left out in silence. */
export function ReturnLeftOut({ found }: { found: Return }) {
  const more = found.rowsLeftOut - found.leftOut.length
  return (
    <Card
      title={`${plural(found.rowsLeftOut, 'row')} left out`}
      description="Titles, totals and notes of the file, and what an officer left out."
    >
      <ul aria-label="Rows left out">
        {found.leftOut.map(({ row, why, text }) => (
          <li key={row}>
            <strong className="number">Row {countText(row)}</strong> {leftOutWords[why]}:{' '}
            <span className="muted">{text}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="muted">And {plural(more, 'more row')}.</p>}
    </Card>
  )
}
