import { reverseTransaction } from '#contract/transactions.ts'
import { useMoneyAction } from './api.ts'

export const useReverseDeposit = () => useMoneyAction(reverseTransaction)
