import * as contract from '#features/payments/cases/contract.ts'
import { askForChange } from '#features/access/change-requests/server/ask-for-change.ts'
import { bind, bindWaiting } from '#platform/http/bind.ts'
import { listPaymentCases } from './queries.ts'
import { recordPaymentCase } from './record-payment-case.ts'
import { describeReversedPayment, reversePayment } from './reverse-payment.ts'

export const paymentCaseRoutes = [
  bind(contract.listPaymentCases, listPaymentCases),
  bindWaiting(askForChange(contract.reversePayment, describeReversedPayment, reversePayment)),
  bind(contract.recordPaymentCase, recordPaymentCase),
]
