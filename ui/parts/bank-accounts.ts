import type { Replied } from '#core/contract/endpoint.ts'
import type { listBankAccountDetails } from '#features/accounting/bank-accounts/contract.ts'

export type BankAccount = Replied<typeof listBankAccountDetails>[number]
