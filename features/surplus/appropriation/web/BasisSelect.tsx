import type { ComponentProps } from 'react'
import { dividendBasisNames } from '#features/surplus/appropriation/rules/words.ts'
import { Select } from '#ui/Select.tsx'
import type { AccountType } from './api.ts'

const byName = { value: 'named', label: 'Amounts by name, such as honoraria' }

/** What a dividend is shared by: the balances of an account type, by its identifier, or a basis of another kind. */
export function BasisSelect({
  types,
  namesToo = false,
  ...rest
}: Omit<ComponentProps<typeof Select>, 'options'> & {
  types: readonly AccountType[]
  /** Whether amounts by name are a choice. */
  namesToo?: boolean
}) {
  const options = [
    ...types
      .filter(({ kind }) => kind !== 'fixed_deposit')
      .map(({ id, name }) => ({ value: id as string, label: `Balance of ${name}` })),
    ...(['interest_paid', 'purchases'] as const).map((value) => ({ value, label: dividendBasisNames[value] })),
    ...(namesToo ? [byName] : []),
  ]
  return <Select {...rest} options={options} />
}
