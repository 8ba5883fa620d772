import { Select } from '#ui/Select.tsx'
import * as strings from './strings.ts'

const genders = [
  { value: 'female', label: strings.female },
  { value: 'male', label: strings.male },
  { value: 'other', label: strings.other },
]

export function GenderSelect(field: {
  placeholder: string | undefined
  value: string
  error: string | undefined
  onChange: (value: string) => void
}) {
  return <Select label={strings.gender} optional options={genders} {...field} />
}
