import * as movements from '#contract/movements.ts'
import { approveTransaction as approveContract, rejectTransaction as rejectContract } from '#contract/transaction-decisions.ts'
import { reverseTransaction as reverseContract } from '#contract/transaction-reversals.ts'
import * as contract from '#contract/transactions.ts'
import { bind } from '#server/http/bind.ts'
import { approveTransaction } from './approve-transaction.ts'
import { getTransaction, listDeposits, listMemberAccounts, listPostingAccounts, listTransactions } from './queries.ts'
import { recordDeposit, recordMovement } from './record-movement.ts'
import { rejectTransaction } from './reject-transaction.ts'
import { reverseTransaction } from './reverse-transaction.ts'

export const transactionRoutes = [
  bind(contract.listTransactions, listTransactions),
  bind(contract.listDeposits, listDeposits),
  bind(movements.recordMovement, recordMovement),
  bind(movements.recordDeposit, recordDeposit),
  bind(contract.getTransaction, getTransaction),
  bind(approveContract, approveTransaction),
  bind(rejectContract, rejectTransaction),
  bind(reverseContract, reverseTransaction),
  bind(movements.listPostingAccounts, listPostingAccounts),
  bind(movements.listMemberAccounts, listMemberAccounts),
]
