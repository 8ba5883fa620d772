import { queryOptions } from '@tanstack/react-query'
import type { Replied } from '#contract/endpoint.ts'
import { listBankAccountDetails } from '#contract/money/bank-accounts.ts'
import { call } from './call.ts'

export type BankAccount = Replied<typeof listBankAccountDetails>[number]

/** The society's accounts at banks: all for officers, those to pay into for members. */
export const bankAccountsQuery = () =>
  queryOptions({ queryKey: ['bank-accounts'], queryFn: ({ signal }) => call(listBankAccountDetails, {}, { signal }) })
