import { Select } from '#web/ui/Select.tsx'

const genders = [
  { value: 'female', label: 'Female' },
  { value: 'male', label: 'Male' },
  { value: 'other', label: 'Other' },
]

export function GenderSelect(field: {
  placeholder: string | undefined
  value: string
  error: string | undefined
  onChange: (value: string) => void
}) {
  return <Select label="Gender" optional options={genders} {...field} />
}
