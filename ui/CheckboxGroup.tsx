import { Checkbox } from './Checkbox.tsx'

/** Some of several, each a tick of its own. */
export function CheckboxGroup<Option extends string>({
  legend,
  options,
  labels,
  chosen,
  onChange,
  error,
}: {
  legend: string
  options: readonly Option[]
  labels: Record<Option, string>
  chosen: readonly Option[]
  onChange: (chosen: readonly Option[]) => void
  error?: string | undefined
}) {
  return (
    <fieldset className="stack">
      <legend>{legend}</legend>
      {options.map((option, index) => (
        <Checkbox
          key={option}
          label={labels[option]}
          checked={chosen.includes(option)}
          onChange={(on) => onChange(on ? [...chosen, option] : chosen.filter((each) => each !== option))}
          error={index === options.length - 1 ? error : undefined}
        />
      ))}
    </fieldset>
  )
}
