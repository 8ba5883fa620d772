import * as contract from '#features/savings/fixed-deposits/contract.ts'
import { askForChange } from '#features/access/change-requests/server/ask-for-change.ts'
import { bind, bindWaiting } from '#platform/http/bind.ts'
import { registerReversing } from '#features/savings/transactions/server/reverse-transaction.ts'
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
