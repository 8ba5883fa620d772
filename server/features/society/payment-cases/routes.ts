import * as contract from '#contract/society/payment-cases.ts'
import { askForChange } from '#server/features/access/change-requests/ask-for-change.ts'
import { bind, bindWaiting } from '#server/http/bind.ts'
import { listPaymentCases } from './queries.ts'
import { recordPaymentCase } from './record-payment-case.ts'
import { describeReversedPayment, reversePayment } from './reverse-payment.ts'

export const paymentCaseRoutes = [
  bind(contract.listPaymentCases, listPaymentCases),
  bindWaiting(askForChange(contract.reversePayment, describeReversedPayment, reversePayment)),
  bind(contract.recordPaymentCase, recordPaymentCase),
]
