import { useQuery } from '@tanstack/react-query'
import { listPostingAccounts } from '#features/savings/transactions/movements.ts'
import type { AccountId } from '#core/ids.ts'
import { query } from '#ui/api/query.ts'
import { Select } from '#ui/Select.tsx'

type Props = {
  label: string
  value: AccountId | undefined
  /** The code of the account that is meant until somebody chooses; cash in hand where none is given. */
  usual?: string | undefined
  error?: string | undefined
  onChange: (id: AccountId | undefined) => void
}

/** The society's cash or bank account that money comes to or leaves from. */
export function PaidThrough({ label, value, usual, error, onChange }: Props) {
  const accounts = useQuery(query(listPostingAccounts, { use: 'money' }))
  const chosen =
    value ?? accounts.data?.find(({ code, isDefault }) => (usual === undefined ? isDefault : code === usual))?.id ?? ''
  return (
    <Select
      label={label}
      value={chosen}
      options={accounts.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
      onChange={(id) => onChange(id === '' ? undefined : id)}
      error={error}
    />
  )
}
