import type { Replied } from '#contract/endpoint.ts'
import type { listBankAccountDetails } from '#contract/money/bank-accounts.ts'

export type BankAccount = Replied<typeof listBankAccountDetails>[number]
