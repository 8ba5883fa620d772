import * as contract from '#contract/expenses.ts'
import { bind } from '#server/http/bind.ts'
import { draftVoucher } from './draft-voucher.ts'
import { getExpenseApproval } from './queries.ts'

export const expenseRoutes = [bind(contract.getExpenseApproval, getExpenseApproval), bind(contract.getVoucher, draftVoucher)]
