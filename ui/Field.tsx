import { CircleAlert } from 'lucide'
import { type ReactNode, useId } from 'react'
import './Field.css'
import { Icon } from './Icon.tsx'
import * as strings from './strings.ts'

export type FieldFrame = {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  /** Marks what may stay empty; required fields carry no mark. */
  optional?: boolean
}

/** What a control inside a field must carry. */
export type FieldControl = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

/** Label above, hint under it, control, error below with its sign. For own controls; usual ones have their own component. */
export function Field({
  label,
  hint,
  error,
  optional,
  id,
  children,
}: FieldFrame & { id?: string; children: (control: FieldControl) => ReactNode }) {
  const own = useId()
  const controlId = id ?? own
  const hintId = `${controlId}-hint`
  const errorId = `${controlId}-error`
  const described = [hint ? hintId : '', error ? errorId : ''].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label className="field__label" htmlFor={controlId}>
        {label}
        {optional && <span className="field__optional"> {strings.optional}</span>}
      </label>
      {hint && (
        <div className="field__hint" id={hintId}>
          {hint}
        </div>
      )}
      {children({
        id: controlId,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && (
        <p className="field__error" id={errorId}>
          <Icon of={CircleAlert} size={16} />
          {error}
        </p>
      )}
    </div>
  )
}
