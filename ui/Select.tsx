import type { Ref, SelectHTMLAttributes } from 'react'
import { Field, type FieldFrame } from './Field.tsx'
import './Select.css'

export type SelectOption<Value extends string = string> = { value: Value; label: string; disabled?: boolean }

/** The browser's own list of choices. `placeholder` is an empty first choice; `hideLabel` for filters in a toolbar. */
export function Select<Value extends string>({
  label,
  hint,
  error,
  optional,
  value,
  onChange,
  options,
  placeholder,
  hideLabel = false,
  id,
  ...rest
}: FieldFrame &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'value'> & {
    value: Value | ''
    onChange: (value: Value | '') => void
    options: readonly SelectOption<Value>[]
    placeholder?: string
    hideLabel?: boolean
    ref?: Ref<HTMLSelectElement>
  }) {
  return (
    <Field
      label={hideLabel ? <span className="visually-hidden">{label}</span> : label}
      hint={hint}
      error={error}
      {...(optional ? { optional } : {})}
      {...(id ? { id } : {})}
    >
      {(control) => (
        <select
          {...control}
          className="input"
          value={value}
          onChange={(event) => onChange(event.target.value as Value | '')}
          {...rest}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** The choices of a Select: some values, each with its label. */
export function optionsOf<Value extends string>(
  values: readonly Value[],
  labels: Readonly<Record<Value, string>>,
): { value: Value; label: string }[] {
  return values.map((value) => ({ value, label: labels[value] }))
}
