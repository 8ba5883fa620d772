import { useQuery } from '@tanstack/react-query'
import type { AccountId } from '#domain/ids.ts'
import { moneyChoices } from '#web/api/money-choices.ts'
import { Select } from './Select.tsx'

/** The society's cash or bank account that money comes to or leaves from; cash in hand until somebody chooses. */
export function PaidThrough({ label, value, error, onChange }: { label: string; value: AccountId | undefined; error?: string | undefined; onChange: (id: AccountId | undefined) => void }) {
  const accounts = useQuery(moneyChoices.postingAccounts('money'))
  const chosen = value ?? accounts.data?.find(({ isDefault }) => isDefault)?.id ?? ''
  return <Select label={label} value={chosen} options={accounts.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []} onChange={(id) => onChange(id === '' ? undefined : id)} error={error} />
}
