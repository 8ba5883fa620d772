import { reverseTransaction } from '#contract/transaction-reversals.ts'
import { useMoneyAction } from './api.ts'

export const useReverseDeposit = () => useMoneyAction(reverseTransaction)
