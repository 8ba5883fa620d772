import * as contract from '#features/accounting/expenses/contract.ts'
import { bind } from '#platform/http/bind.ts'
import { draftVoucher } from './draft-voucher.ts'

export const expenseRoutes = [bind(contract.getVoucher, draftVoucher)]
