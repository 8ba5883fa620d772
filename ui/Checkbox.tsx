import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import './Checkbox.css'

/** A tick with its words; `indeterminate` for "some of them". Without `label` give `aria-label`. */
export function Checkbox({
  label,
  checked,
  onChange,
  error,
  indeterminate = false,
  ...rest
}: Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'checked' | 'type'> & {
  label?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  error?: string | undefined
  indeterminate?: boolean
  ref?: Ref<HTMLInputElement>
}) {
  return (
    <div className="checkbox-field">
      <label className="checkbox">
        <input
          type="checkbox"
          checked={checked}
          aria-invalid={error ? true : undefined}
          onChange={(event) => onChange(event.target.checked)}
          ref={(input) => {
            if (input) input.indeterminate = indeterminate
          }}
          {...rest}
        />
        {label && <span>{label}</span>}
      </label>
      {error && <p className="field__error">{error}</p>}
    </div>
  )
}
