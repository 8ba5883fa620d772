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
