import { CircleAlert, Info, Undo2 } from 'lucide'
import { type KeyboardEvent, useId, useState } from 'react'
import { leftOutWords } from '#core/spreadsheets/left-out.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import type { Column } from '#ui/Table.tsx'
import { Doubles } from './Doubles.tsx'
import type { Import, ImportChanges, ImportRow } from './api.ts'

type Save = (changes: ImportChanges) => void

/** The file as a sheet: its row numbers, what to do with the row, every matched column; `withOthers` shows three left out ones, to know a row by; `withDoubles` who each may be already. */
export function rowColumns(
  [headings, mapping, fields]: [string[], (string | null)[], Import['fields']],
  save: Save,
  withOthers: boolean,
  withDoubles: boolean,
): Column<ImportRow>[] {
  const others = withOthers
    ? headings
        .flatMap((label, column) => (mapping[column] === null && label !== '' ? [{ label, column }] : []))
        .slice(0, 3)
    : []
  const matched = mapping.flatMap((name, column) =>
    name === null
      ? []
      : [
          {
            column,
            label: (fields.find((field) => field.name === name)?.label ?? headings[column] ?? '').replace(
              / \(.*\)$/,
              '',
            ),
          },
        ],
  )
  return [
    {
      key: 'number',
      header: 'Row',
      width: '64px',
      card: 'title',
      cell: (row) => <span className="number muted import-row-number">{row.number}</span>,
    },
    {
      key: 'skip',
      header: '',
      card: 'corner',
      cell: (row) => (
        <Skip
          row={row}
          save={save}
          text={
            row.leftOut && matched.every(({ column }) => !row.cells[column])
              ? row.cells.filter((cell) => cell !== '').join(' · ')
              : ''
          }
        />
      ),
    },
    ...(withDoubles
      ? [{ key: 'doubles', header: 'Possible match', cell: (row: ImportRow) => <Doubles row={row} save={save} /> }]
      : []),
    ...matched.map(({ column, label }): Column<ImportRow> => ({
      key: String(column),
      header: label,
      cell: (row) => <Cell row={row} column={column} label={label} save={save} />,
    })),
    ...others.map(({ label, column }): Column<ImportRow> => ({
      key: String(column),
      header: label,
      cell: (row) => <span className="import-cell__other">{row.cells[column]}</span>,
    })),
  ]
}

/** Leaves the row out or takes it back, with the problems of the whole row under it. `text` is what the row says in columns that are not shown. */
function Skip({ row, save, text }: { row: ImportRow; save: Save; text: string }) {
  const messages = row.problems.filter(({ column }) => column === null).map(({ message }) => message)
  if (row.skipped) {
    return (
      <>
        <Button
          size="small"
          className="import-skip"
          icon={Undo2}
          aria-label={`Take back row ${row.number}`}
          onClick={() => save({ unskip: [row.number] })}
        >
          Take back
        </Button>
        {row.leftOut && (
          <p className="muted import-cell__problem">
            This row {leftOutWords[row.leftOut]}
            {text && `: ${text}`}
          </p>
        )}
      </>
    )
  }
  return (
    <>
      <Button
        size="small"
        className="import-skip"
        aria-label={`Skip row ${row.number}`}
        onClick={() => save({ skip: [row.number] })}
      >
        Skip row
      </Button>
      {messages.length > 0 && <p className="field__error import-cell__problem">{messages.join(' ')}</p>}
    </>
  )
}

/** One cell. It looks like a cell of a sheet until it is wrong or being typed into. */
function Cell({ row, column, label, save }: { row: ImportRow; column: number; label: string; save: Save }) {
  const id = useId()
  const value = row.cells[column] ?? ''
  const [known, setKnown] = useState(value)
  const [text, setText] = useState(value)
  if (known !== value) {
    setKnown(value)
    setText(value)
  }
  if (row.skipped) return value === '' ? null : <span className="import-cell__skipped">{value}</span>
  const problem = row.problems.find((one) => one.column === column)?.message
  const note = row.notes.find((one) => one.column === column)?.message

  function keep() {
    if (text !== value) save({ corrections: [{ row: row.number, column, value: text.trim() }] })
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Escape') setText(value)
    if (event.key !== 'Enter') return
    event.preventDefault()
    const wrong = [
      ...(event.currentTarget.closest('table')?.querySelectorAll<HTMLInputElement>('input[aria-invalid]') ?? []),
    ]
    const next = wrong[wrong.indexOf(event.currentTarget) + 1]
    // Leaving the cell saves it.
    if (next) next.focus()
    else event.currentTarget.blur()
  }
  return (
    <div className={`import-cell${problem ? ' import-cell--wrong' : ''}`}>
      <input
        className="import-cell__input"
        aria-label={`${label}, row ${row.number}`}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem || note ? id : undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={keep}
        onKeyDown={onKeyDown}
      />
      {problem && (
        <p className="field__error import-cell__problem" id={id}>
          <Icon of={CircleAlert} size={14} />
          {problem}
        </p>
      )}
      {!problem && note && (
        <p className="muted import-cell__problem import-cell__note" id={id}>
          <Icon of={Info} size={14} />
          {note}
        </p>
      )}
    </div>
  )
}
