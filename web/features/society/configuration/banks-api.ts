import { useQueryClient } from '@tanstack/react-query'
import { updateBankAccount } from '#contract/money/bank-accounts.ts'
import { useAction } from '#web/api/use-action.ts'
import { bankAccountsQuery } from '#web/api/bank-accounts.ts'

export function useUpdateBankAccount() {
  const queries = useQueryClient()
  return useAction(updateBankAccount, {
    onSuccess: () => queries.invalidateQueries({ queryKey: bankAccountsQuery().queryKey }),
  })
}
