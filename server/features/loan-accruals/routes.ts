import * as contract from '#contract/loan-accruals.ts'
import { bind } from '#server/http/bind.ts'
import { listLoanAccrualLines } from './list-loan-accrual-lines.ts'
import { postLoanAccrual } from './post-loan-accrual.ts'
import { previewLoanAccrual } from './preview-loan-accrual.ts'
import { listLoanAccruals } from './queries.ts'

export const loanAccrualRoutes = [
  bind(contract.listLoanAccruals, listLoanAccruals),
  bind(contract.previewLoanAccrual, previewLoanAccrual),
  bind(contract.postLoanAccrual, postLoanAccrual),
  bind(contract.listLoanAccrualLines, listLoanAccrualLines),
]
