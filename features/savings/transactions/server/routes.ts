import { getApprovalRules as rulesContract } from '#features/savings/transactions/approval-rules.ts'
import * as movements from '#features/savings/transactions/movements.ts'
import {
  approveTransaction as approveContract,
  rejectTransaction as rejectContract,
} from '#features/savings/transactions/transaction-decisions.ts'
import * as reversals from '#features/savings/transactions/transaction-reversals.ts'
import * as contract from '#features/savings/transactions/contract.ts'
import { bind } from '#platform/http/bind.ts'
import { registerApprovals } from '#features/access/approvals/server/queries.ts'
import { approveReversal } from './approve-reversal.ts'
import { approveTransaction } from './approve-transaction.ts'
import {
  getApprovalRules,
  getTransaction,
  listDeposits,
  listMemberAccounts,
  listPostingAccounts,
  listTransactions,
  reversalApprovals,
  transactionApprovals,
} from './queries.ts'
import { recordDeposit, recordMovement } from './record-movement.ts'
import { rejectReversal } from './reject-reversal.ts'
import { rejectTransaction } from './reject-transaction.ts'
import { reverseTransaction } from './reverse-transaction.ts'

registerApprovals(transactionApprovals)
registerApprovals(reversalApprovals)

export const transactionRoutes = [
  bind(contract.listTransactions, listTransactions),
  bind(contract.listDeposits, listDeposits),
  bind(movements.recordMovement, recordMovement),
  bind(movements.recordDeposit, recordDeposit),
  bind(contract.getTransaction, getTransaction),
  bind(approveContract, approveTransaction),
  bind(rejectContract, rejectTransaction),
  bind(reversals.reverseTransaction, reverseTransaction),
  bind(reversals.approveReversal, approveReversal),
  bind(reversals.rejectReversal, rejectReversal),
  bind(rulesContract, getApprovalRules),
  bind(movements.listPostingAccounts, listPostingAccounts),
  bind(movements.listMemberAccounts, listMemberAccounts),
]
