import { Eye, EyeOff } from 'lucide'
import { type InputHTMLAttributes, type Ref, useState } from 'react'
import { IconButton } from './Button.tsx'
import { Field, type FieldFrame } from './Field.tsx'
import * as strings from './strings.ts'

/** A password with its show and hide toggle; pasting and password managers work. */
export function PasswordField({
  label,
  hint,
  error,
  optional,
  value,
  onChange,
  id,
  ...rest
}: FieldFrame &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value' | 'type'> & {
    value: string
    onChange: (text: string) => void
    ref?: Ref<HTMLInputElement>
  }) {
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} hint={hint} error={error} {...(optional ? { optional } : {})} {...(id ? { id } : {})}>
      {(control) => (
        <div className="input-box">
          <input
            {...control}
            className="input"
            type={shown ? 'text' : 'password'}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            {...rest}
          />
          <IconButton
            icon={shown ? EyeOff : Eye}
            label={shown ? strings.hidePassword : strings.showPassword}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          />
        </div>
      )}
    </Field>
  )
}
