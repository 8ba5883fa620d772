import * as contract from '#features/payments/held-money/contract.ts'
import { allocatePayment as allocatePaymentContract } from '#features/payments/online-payments/contract.ts'
import { registerReversing } from '#features/savings/transactions/server/actions.ts'
import { bind } from '#platform/http/bind.ts'
import { allocateHeldMoney } from './allocate-held-money.ts'
import { allocatePayment } from './allocate-payment.ts'
import { listHeldMoney, refuseUsed } from './queries.ts'
import { refundHeldMoney } from './refund-held-money.ts'
import { returnHeldMoney } from './return-held-money.ts'

registerReversing({
  refuse: (tx, { entryId }) => refuseUsed(tx, entryId),
  // A voucher of an employer's file that credits no member is reversed without the first look.
  undo: async (tx, _actor, { entryId }) => {
    await refuseUsed(tx, entryId)
    return async () => undefined
  },
})

export const heldMoneyRoutes = [
  bind(contract.listHeldMoney, listHeldMoney),
  bind(contract.allocateHeldMoney, allocateHeldMoney),
  bind(contract.refundHeldMoney, refundHeldMoney),
  bind(contract.returnHeldMoney, returnHeldMoney),
  bind(allocatePaymentContract, allocatePayment),
]
