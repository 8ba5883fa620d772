import * as contract from '#contract/money/fixed-deposits.ts'
import { askForChange } from '#server/features/access/change-requests/ask-for-change.ts'
import { bind, bindWaiting } from '#server/http/bind.ts'
import { registerReversing } from '#server/features/money/transactions/reverse-transaction.ts'
import { breakFixedDeposit } from './break-fixed-deposit.ts'
import { describeBackdatedDeposit, openFixedDeposit, refuseOwnDeposit } from './open-fixed-deposit.ts'
import { payMaturedDeposits } from './pay-matured-deposits.ts'
import { listFixedDeposits, refuseEndedRenewal } from './queries.ts'

registerReversing({ refuse: refuseEndedRenewal })

export const fixedDepositRoutes = [
  bind(contract.listFixedDeposits, listFixedDeposits),
  bindWaiting(askForChange(contract.openFixedDeposit, describeBackdatedDeposit, openFixedDeposit, refuseOwnDeposit)),
  bind(contract.payMaturedDeposits, payMaturedDeposits),
  bind(contract.breakFixedDeposit, breakFixedDeposit),
]
