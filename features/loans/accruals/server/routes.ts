import * as contract from '#features/loans/accruals/contract.ts'
import { bind } from '#platform/http/bind.ts'
import { registerReversing } from '#features/savings/transactions/server/actions.ts'
import { listDepositAccrualLines } from './list-deposit-accrual-lines.ts'
import { previewDepositAccrual } from './preview-deposit-accrual.ts'
import { listLoanAccrualLines } from './list-loan-accrual-lines.ts'
import { postLoanAccrual } from './post-loan-accrual.ts'
import { previewLoanAccrual } from './preview-loan-accrual.ts'
import { listLoanAccruals, refuseLaterAccrual } from './queries.ts'

registerReversing({ refuse: refuseLaterAccrual })

export const loanAccrualRoutes = [
  bind(contract.listLoanAccruals, listLoanAccruals),
  bind(contract.previewLoanAccrual, previewLoanAccrual),
  bind(contract.postLoanAccrual, postLoanAccrual),
  bind(contract.listLoanAccrualLines, listLoanAccrualLines),
  bind(contract.previewDepositAccrual, previewDepositAccrual),
  bind(contract.listDepositAccrualLines, listDepositAccrualLines),
]
