import type { Replied } from '#contract/endpoint.ts'
import type { listBankAccountDetails } from '#features/accounting/bank-accounts/contract.ts'

export type BankAccount = Replied<typeof listBankAccountDetails>[number]
