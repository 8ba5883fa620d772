import { CircleAlert } from 'lucide'
import { type KeyboardEvent, useId, useState } from 'react'
import type { BankLineId } from '#core/ids.ts'
import { answer, correct, leaveOut } from '#features/accounting/reconciliation/rules/correcting.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { countText, dayText, plural } from '#ui/format.ts'
import type { Asked, StatementRead } from './api.ts'

type Row = StatementRead['rows'][number]

/** Rows that need a person, each with all its cells: those that the statement is read from can be typed over. */
export function StatementRows({
  read,
  asked,
  onAsk,
  onColumns,
}: {
  read: StatementRead
  asked: Asked
  onAsk: (next: Asked) => void
  onColumns: () => void
}) {
  const { rows, rowsWithProblems, pairs } = read
  if (rows.length === 0) return null
  const first = read.columns.findIndex(({ field }) => field !== null)
  const more = rowsWithProblems - rows.filter(({ problems }) => problems.length > 0).length
  return (
    <section aria-label="Rows to correct">
      <div className="statement-head">
        <h3>{rowsWithProblems > 0 ? `${plural(rowsWithProblems, 'row')} to correct` : 'Corrected rows'}</h3>
        {pairs.length > 1 && (
          <Button
            size="small"
            onClick={() => onAsk(pairs.reduce((next, { row, line }) => answer(next, row, 'known', [line]), asked))}
          >
            {`The bank moved all ${countText(pairs.length)}`}
          </Button>
        )}
      </div>
      <ul className="statement-rows">
        {rows.map((row) => (
          <li
            key={row.row}
            className={row.problems.length > 0 ? 'statement-row statement-row--wrong' : 'statement-row'}
          >
            <div className="statement-row__head">
              <div>
                {row.problems.length > 0 ? (
                  [...new Set(row.problems.map(({ message }) => message))].map((message) => (
                    <p key={message} className="field__error">
                      <Icon of={CircleAlert} size={14} />
                      {message}
                    </p>
                  ))
                ) : (
                  <p className="muted">{whyShown(row)}</p>
                )}
              </div>
              {row.doubt === null && (
                <Button
                  size="small"
                  aria-label={`Leave out row ${row.row}`}
                  onClick={() => onAsk(leaveOut(asked, row.row))}
                >
                  Leave out
                </Button>
              )}
            </div>
            {row.doubt && (
              <Doubt row={row.row} {...row.doubt} onSay={(said, lines) => onAsk(answer(asked, row.row, said, lines))} />
            )}
            <div className="statement-row__cells">
              {row.cells.map((text, column) => {
                const { heading = '', field = null } = read.columns[column] ?? {}
                const was = row.was.find((each) => each.column === column)?.text
                if (field === null)
                  return (
                    text !== '' && (
                      <div key={column} className="statement-cell">
                        <span className="statement-cell__heading">{heading}</span>
                        <span className="statement-cell__text">{text}</span>
                      </div>
                    )
                  )
                return (
                  <Cell
                    key={column}
                    heading={heading}
                    row={row.row}
                    text={text}
                    was={was}
                    isWide={field === 'narration'}
                    isFirst={row.row === asked.open?.at(-1) && column === first}
                    isWrong={row.problems.some((problem) => problem.column === column)}
                    onType={(value) => onAsk(correct(asked, { row: row.row, column, value }, was ?? text))}
                  />
                )
              })}
            </div>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="muted">
          And {plural(more, 'more row')} to correct. Where most rows are wrong,{' '}
          <Button size="small" onClick={onColumns}>
            choose which column is what
          </Button>
        </p>
      )}
    </section>
  )
}

/** Whether a row is a line that is here already; what was chosen can be changed. */
function Doubt({
  row,
  on: day,
  stored,
  answer: said,
  onSay,
}: NonNullable<Row['doubt']> & {
  row: number
  onSay: (said: 'known' | 'fresh', lines: (BankLineId | null)[]) => void
}) {
  const moved = stored.map(({ id, on, narration }) => ({
    said: 'known' as const,
    lines: [id],
    words:
      stored.length > 1
        ? `It is that of ${dayText(on)}: ${narration}`
        : on === day
          ? 'It is that line'
          : 'The bank moved it',
  }))
  const choices = [
    ...(stored.length > 0 ? moved : [{ said: 'known' as const, lines: [null], words: 'It is here already' }]),
    {
      said: 'fresh' as const,
      lines: stored.length > 0 ? stored.map(({ id }) => id) : [null],
      words: 'It is another line',
    },
  ]
  return (
    <div className="row" role="group" aria-label={`Is row ${row} here already?`}>
      {choices.map(({ said: choice, lines, words }) => (
        <Button
          key={`${choice} ${lines[0]}`}
          size="small"
          look={said === choice ? 'primary' : undefined}
          aria-pressed={said === choice}
          onClick={() => onSay(choice, lines)}
        >
          {words}
        </Button>
      ))}
    </div>
  )
}

function whyShown({ row, isBefore, was, doubt }: Row): string {
  const name = `Row ${countText(row)}`
  const [there] = doubt?.stored ?? []
  if (doubt?.answer === 'known')
    return there
      ? `${name} is the line of ${dayText(there.on)}: ${there.narration}. It is moved to where this file has it.`
      : `${name} is here already and is not added again.`
  if (doubt) return `${name} is another line and is added.`
  if (was.length > 0) return `${name} was corrected by hand.`
  return isBefore ? `${name} is the line before the one that does not follow.` : name
}

function Cell({
  heading,
  row,
  text,
  was,
  isWide,
  isFirst,
  isWrong,
  onType,
}: {
  heading: string
  row: number
  text: string
  was: string | undefined
  isWide: boolean
  /** The one to begin with, in a row that was just opened. */
  isFirst: boolean
  isWrong: boolean
  onType: (value: string) => void
}) {
  const id = useId()
  const [known, setKnown] = useState(text)
  const [typed, setTyped] = useState(text)
  if (known !== text) {
    setKnown(text)
    setTyped(text)
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const cell = event.currentTarget
    const wrong = [...(cell.form?.querySelectorAll<HTMLInputElement>('input[aria-invalid]') ?? [])]
    const next = wrong[wrong.indexOf(cell) + 1]
    // Leaving the cell makes the correction.
    if (next) next.focus()
    else cell.blur()
  }
  return (
    <label
      className={`statement-cell${isWrong ? ' statement-cell--wrong' : ''}${isWide ? ' statement-cell--wide' : ''}`}
    >
      <span className="statement-cell__heading">{heading}</span>
      <input
        className="input"
        aria-label={`${heading}, row ${row}`}
        aria-invalid={isWrong || undefined}
        aria-describedby={was === undefined ? undefined : id}
        maxLength={300}
        value={typed}
        autoFocus={isFirst}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => typed.trim() !== text && onType(typed.trim())}
        onKeyDown={onKeyDown}
      />
      {was !== undefined && (
        <span id={id} className="muted">
          In the file: {was || 'empty'}
        </span>
      )}
    </label>
  )
}
