import { reverseTransaction } from '#contract/money/transaction-reversals.ts'
import { useMoneyAction } from './api.ts'

export const useReverseDeposit = () => useMoneyAction(reverseTransaction)
