import { CalendarDays } from 'lucide'
import { type InputHTMLAttributes, type Ref, useEffect, useRef, useState } from 'react'
import { type Day, isDay } from '#core/calendar.ts'
import { IconButton } from './Button.tsx'
import './DateField.css'
import { Field, type FieldFrame } from './Field.tsx'
import * as strings from './strings.ts'

type OwnInput = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value' | 'type' | 'min' | 'max'>

/**
 * A day, typed and shown as dd/mm/yyyy whatever the language of the browser, or picked from its calendar. `value`, `min` and `max` are
 * days as YYYY-MM-DD; `onChange` receives one, or nothing while what is typed is no day. Its form is not sent before it is one.
 */
export function DateField({
  label,
  hint,
  error,
  optional,
  value,
  onChange,
  id,
  ref,
  min,
  max,
  onBlur,
  ...rest
}: FieldFrame &
  OwnInput & {
    value: string
    onChange: (day: string) => void
    min?: string | undefined
    max?: string | undefined
    ref?: Ref<HTMLInputElement>
  }) {
  const [typed, setTyped] = useState<string>()
  const [left, setLeft] = useState(false)
  const calendar = useRef<HTMLInputElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const shown = typed ?? dayAsTyped(value)
  const isUnread = shown.trim() !== '' && dayFromTyped(shown) === ''
  useEffect(() => {
    const form = frame.current?.closest('form')
    if (!isUnread || !form) return
    const stop = (event: Event) => {
      event.preventDefault()
      event.stopPropagation()
      setLeft(true)
      frame.current?.querySelector('input')?.focus()
    }
    form.addEventListener('submit', stop, true)
    return () => form.removeEventListener('submit', stop, true)
  }, [isUnread])
  function type(text: string) {
    setTyped(text)
    const day = dayFromTyped(text)
    if (day !== value) onChange(day)
  }
  return (
    <Field
      label={label}
      hint={hint}
      error={isUnread && left ? strings.useADateSuchAs : error}
      {...(optional ? { optional } : {})}
      {...(id ? { id } : {})}
    >
      {(control) => (
        <div ref={frame} className="input-box date-field">
          <input
            {...control}
            ref={ref}
            className="input"
            inputMode="numeric"
            autoComplete="off"
            placeholder={strings.ddMmYyyy}
            size={10}
            value={shown}
            onChange={(event) => type(withSlashes(event.target.value, shown))}
            onBlur={(event) => {
              setLeft(true)
              if (!isUnread) setTyped(undefined)
              onBlur?.(event)
            }}
            {...rest}
          />
          <input
            ref={calendar}
            className="date-field__calendar"
            type="date"
            tabIndex={-1}
            aria-hidden="true"
            min={min}
            max={max}
            value={isDay(value) ? value : ''}
            onChange={(event) => {
              setTyped(undefined)
              onChange(event.target.value)
            }}
          />
          <IconButton
            icon={CalendarDays}
            label={strings.calendar}
            disabled={rest.disabled}
            onClick={() => calendar.current?.showPicker()}
          />
        </div>
      )}
    </Field>
  )
}

/** 23/11/2026 */
function dayAsTyped(value: string): string {
  return isDay(value) ? value.split('-').toReversed().join('/') : value
}

/** The day of what was typed: 23/11/2026, 23-11-2026, 23.11.2026, 3/1/2026, 23112026 or 2026-11-23; nothing where it is none. */
export function dayFromTyped(text: string): Day | '' {
  const [, day = '', month = '', year = ''] =
    /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})$/.exec(text.trim()) ?? /^(\d\d)(\d\d)(\d{4})$/.exec(text.trim()) ?? []
  const read = year === '' ? text.trim() : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(read) ? read : ''
}

/** Puts the slashes in as the digits come, because the number pad of a phone has none. */
function withSlashes(text: string, before: string): string {
  if (text.length !== before.length + 1) return text
  return text.replace(/^(\d\d)(\d)$/, '$1/$2').replace(/^(\d{1,2}\/\d\d)(\d)$/, '$1/$2')
}
