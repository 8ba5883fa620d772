import { type FormEvent, type FormHTMLAttributes, useContext, useEffect, useRef, useState } from 'react'
import { type Outcome, submitting } from '#ui/api/submitting.ts'
import { Button } from './Button.tsx'
import { FormHasSaid, NoAnswer } from './NoAnswer.tsx'
import { Sent } from './sent.ts'
import * as strings from './strings.ts'

/**
 * A form that leaves checking to us. When `problems` changes and is not empty, focus goes to the first wrong field:
 * pass the object of field errors, or the error itself. While what it sent has no answer its fields are closed, and once
 * the answer is lost, submitting sends the very same again; in a dialog they stay closed once it waits for a second officer. `data-filled` says that something was filled in since it
 * opened or was saved, `data-lost` that no one knows whether it was saved.
 */
export function Form({
  onSubmit,
  problems,
  children,
  ...rest
}: Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit'> & { onSubmit: () => void; problems?: unknown }) {
  const form = useRef<HTMLFormElement>(null)
  const focused = useRef<Element>(null)
  const waits = useContext(Sent)?.isSent ?? false
  const [isSent, setSent] = useState(false)
  const [again, setAgain] = useState<{ send: () => void }>()
  useEffect(() => {
    // What is closed loses the focus: it has it back unless somebody took it elsewhere meanwhile.
    const had = focused.current
    if (isSent || !(had instanceof HTMLElement) || !form.current?.contains(had)) return
    if (document.activeElement === document.body) had.focus()
    if (document.activeElement === document.body) form.current.querySelector('button')?.focus()
  }, [isSent])
  useEffect(() => {
    if (!problems || (typeof problems === 'object' && Object.keys(problems).length === 0)) return
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    // A field that is folded away cannot take the focus.
    wrong?.closest('details')?.setAttribute('open', '')
    wrong?.focus()
  }, [problems, isSent])
  function tell(outcome: Outcome) {
    if (outcome.state === 'sent') focused.current = document.activeElement
    if (outcome.state === 'done') delete form.current?.dataset['filled']
    setSent(outcome.state === 'sent')
    if (outcome.state !== 'sent') setAgain(outcome.state === 'lost' ? { send: outcome.again } : undefined)
  }
  const fill = () => {
    if (form.current) form.current.dataset['filled'] = ''
  }
  return (
    <form
      ref={form}
      noValidate
      data-lost={again ? '' : undefined}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (!again) submitting(tell, onSubmit)
        else if (!isSent) again.send()
      }}
      onInput={fill}
      // What is chosen from a list that is no field of its own.
      onPointerUp={({ target }) => target instanceof Element && target.closest('[role=option]') && fill()}
      {...rest}
    >
      {again && (
        <NoAnswer>
          <Button type="submit" busy={isSent}>
            {strings.sendAgain}
          </Button>
        </NoAnswer>
      )}
      <FormHasSaid value={again !== undefined}>
        <fieldset role="presentation" className="form__fields" disabled={isSent || waits || again !== undefined}>
          {children}
        </fieldset>
      </FormHasSaid>
    </form>
  )
}

/** What each field of a form needs, by its name: `<TextField {...field('party')} />`. */
export function fieldsOf<Values extends object>(
  values: Values,
  set: (changes: Partial<Values>) => void,
  problems: Record<string, string | undefined>,
) {
  return <Name extends keyof Values & string>(name: Name) => ({
    value: values[name],
    onChange: (value: Values[Name]) => set({ [name]: value } as unknown as Partial<Values>),
    error: problems[name],
  })
}
