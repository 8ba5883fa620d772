import { X } from 'lucide'
import { Button, IconButton } from '#ui/Button.tsx'
import { TextField } from '#ui/TextField.tsx'
import './Steps.css'

/** A short table of steps that are typed in, each with its own way out. */
export function Steps<Row extends Record<string, string>>({
  rows,
  labels,
  empty,
  add,
  error,
  onChange,
}: {
  rows: Row[]
  labels: Record<keyof Row & string, string>
  empty: Row
  add: string
  error: string | undefined
  onChange: (rows: Row[]) => void
}) {
  const fields = Object.keys(labels) as (keyof Row & string)[]
  return (
    <div className="stack">
      {rows.map((row, at) => (
        // Steps have no name of their own; they stay in the order in which they were added.
        <div key={at} className="rule-step">
          {fields.map((field) => (
            <TextField
              key={field}
              label={labels[field]}
              inputMode="decimal"
              value={row[field] ?? ''}
              onChange={(text) =>
                onChange(rows.map((each, index) => (index === at ? { ...each, [field]: text } : each)))
              }
            />
          ))}
          <IconButton
            icon={X}
            label={`Remove step ${at + 1}`}
            onClick={() => onChange(rows.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      {error && <p className="field__error">{error}</p>}
      <div>
        <Button size="small" onClick={() => onChange([...rows, empty])}>
          {add}
        </Button>
      </div>
    </div>
  )
}
