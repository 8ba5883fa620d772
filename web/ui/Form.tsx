import { type FormEvent, type FormHTMLAttributes, useEffect, useRef } from 'react'

/**
 * A form that leaves checking to us. When `problems` changes and is not empty, focus goes to the first wrong field:
 * pass the object of field errors, or the error itself.
 */
export function Form({
  onSubmit,
  problems,
  ...rest
}: Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit'> & { onSubmit: () => void; problems?: unknown }) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!problems || (typeof problems === 'object' && Object.keys(problems).length === 0)) return
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    // A field that is folded away cannot take the focus.
    wrong?.closest('details')?.setAttribute('open', '')
    wrong?.focus()
  }, [problems])
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        onSubmit()
      }}
      {...rest}
    />
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
