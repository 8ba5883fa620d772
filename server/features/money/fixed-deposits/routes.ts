import * as contract from '#contract/money/fixed-deposits.ts'
import { bind } from '#server/http/bind.ts'
import { registerReversing } from '#server/features/money/transactions/reverse-transaction.ts'
import { breakFixedDeposit } from './break-fixed-deposit.ts'
import { openFixedDeposit } from './open-fixed-deposit.ts'
import { payMaturedDeposits } from './pay-matured-deposits.ts'
import { listFixedDeposits, refuseEndedRenewal } from './queries.ts'

registerReversing({ refuse: refuseEndedRenewal })

export const fixedDepositRoutes = [
  bind(contract.listFixedDeposits, listFixedDeposits),
  bind(contract.openFixedDeposit, openFixedDeposit),
  bind(contract.payMaturedDeposits, payMaturedDeposits),
  bind(contract.breakFixedDeposit, breakFixedDeposit),
]
