import { type InputHTMLAttributes, type Ref, useState } from 'react'
import { type Kobo, koboFromText } from '#core/money.ts'
import { Field, type FieldFrame } from './Field.tsx'
import { amountText } from './format.ts'
import * as strings from './strings.ts'

/**
 * An amount of naira. Takes "25k", "1,234.5" and what Excel pastes, shows thousands when left, hands out kobo.
 * `onChange` receives undefined for an empty field and for text that is no amount; the field then says so itself.
 */
export function MoneyField({
  label,
  hint,
  error,
  optional,
  value,
  onChange,
  id,
  onBlur,
  onFocus,
  hideLabel = false,
  ...rest
}: FieldFrame &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value' | 'type'> & {
    value: Kobo | undefined
    onChange: (amount: Kobo | undefined) => void
    /** In the cell of a table, whose heading is the label to see. */
    hideLabel?: boolean
    ref?: Ref<HTMLInputElement>
  }) {
  // The typed text is kept while it is being typed; a value set from outside replaces it.
  const [typed, setTyped] = useState<{ text: string; amount: Kobo | undefined } | undefined>(undefined)
  const [left, setLeft] = useState(true)
  const isOurs = typed !== undefined && typed.amount === value
  const text = isOurs ? typed.text : value === undefined ? '' : amountText(value)
  const unread = left && isOurs && typed.amount === undefined && typed.text.trim() !== ''
  const problem = error ?? (unread ? strings.enterAnAmountSuchAs : undefined)
  return (
    <Field
      label={hideLabel ? <span className="visually-hidden">{label}</span> : label}
      hint={hint}
      error={problem}
      {...(optional ? { optional } : {})}
      {...(id ? { id } : {})}
    >
      {(control) => (
        <div className="input-box">
          <span className="input-box__sign" aria-hidden="true">
            ₦
          </span>
          <input
            {...control}
            className="input number"
            type="text"
            inputMode="decimal"
            autoComplete="off"
            value={text}
            onChange={(event) => {
              const amount = koboFromText(event.target.value)
              setTyped({ text: event.target.value, amount })
              onChange(amount)
            }}
            onFocus={(event) => {
              setLeft(false)
              onFocus?.(event)
            }}
            onBlur={(event) => {
              setLeft(true)
              if (typed?.amount !== undefined) setTyped(undefined)
              onBlur?.(event)
            }}
            {...rest}
          />
        </div>
      )}
    </Field>
  )
}
