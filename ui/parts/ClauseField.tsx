import './ClauseField.css'
import { TextAreaField } from '#ui/TextField.tsx'

/** Where the bye-laws or the law say so, in one line that wraps where it is too long for the row of its rule. */
export function ClauseField({
  value,
  onChange,
  error,
}: {
  value: string
  onChange: (clause: string) => void
  error?: string | undefined
}) {
  return (
    <div className="clause-field">
      <TextAreaField
        label="Clause"
        optional
        rows={1}
        maxLength={120}
        value={value}
        onChange={(clause) => onChange(clause.replaceAll(/\s*\n\s*/g, ' '))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
        error={error}
      />
    </div>
  )
}
