import type { ComponentProps } from 'react'
import { heldText } from '#features/surplus/appropriation/rules/dividend-rules.ts'
import { Select } from '#ui/Select.tsx'

const usual = [0, 3, 6, 9, 12]

/** How long a balance must have been held to count, in months. A value that is not a usual one is a choice too. */
export function HeldSelect({ value, ...rest }: Omit<ComponentProps<typeof Select>, 'options' | 'label'>) {
  const months = [...new Set([...usual, Number(value || 0)])].toSorted((one, other) => one - other)
  const options = months.map((each) => ({ value: String(each), label: heldText(each) }))
  return <Select {...rest} label="Held for" value={value} options={options} />
}
