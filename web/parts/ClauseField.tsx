import './ClauseField.css'
import { TextField } from '#web/ui/TextField.tsx'

/** Where the bye-laws or the law say so, beside the rule that it is about, in a row of fields. */
export function ClauseField(props: { value: string; onChange: (clause: string) => void; error?: string | undefined }) {
  return (
    <div className="clause-field">
      <TextField label="Clause" optional maxLength={120} {...props} />
    </div>
  )
}
