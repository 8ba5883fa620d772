import type { InputHTMLAttributes, Ref, TextareaHTMLAttributes } from 'react'
import { Field, type FieldFrame } from './Field.tsx'

type OwnInput = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'>

/** One line of text; `type` may be email, tel, search. `onChange` receives the text. */
export function TextField({
  label,
  hint,
  error,
  optional,
  value,
  onChange,
  id,
  ref,
  className = '',
  ...rest
}: FieldFrame & OwnInput & { value: string; onChange: (text: string) => void; ref?: Ref<HTMLInputElement> }) {
  return (
    <Field label={label} hint={hint} error={error} {...(optional ? { optional } : {})} {...(id ? { id } : {})}>
      {(control) => (
        <input
          {...control}
          ref={ref}
          className={`input ${className}`}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          {...rest}
        />
      )}
    </Field>
  )
}

/** Text of several lines. */
export function TextAreaField({
  label,
  hint,
  error,
  optional,
  value,
  onChange,
  id,
  ...rest
}: FieldFrame &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'value'> & {
    value: string
    onChange: (text: string) => void
    ref?: Ref<HTMLTextAreaElement>
  }) {
  return (
    <Field label={label} hint={hint} error={error} {...(optional ? { optional } : {})} {...(id ? { id } : {})}>
      {(control) => (
        <textarea
          {...control}
          className="input"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          {...rest}
        />
      )}
    </Field>
  )
}
