import * as contract from '#contract/society/online-payments.ts'
import * as cases from '#contract/society/payment-cases.ts'
import * as settlements from '#contract/society/settlements.ts'
import { askForChange } from '#server/features/access/change-requests/ask-for-change.ts'
import { bind, bindWaiting } from '#server/http/bind.ts'
import { allocatePayment } from './allocate-payment.ts'
import { askForTransferAccount } from './ask-for-transfer-account.ts'
import {
  getOwnPayment,
  getPaymentOffer,
  getPaymentSettings,
  getTransferAccount,
  listOwnPayments,
  listPayments,
  suggestSenders,
} from './queries.ts'
import { listPaymentCases } from './list-payment-cases.ts'
import { getClearing, getSettlement, listSettledPayments, listSettlements } from './list-settlements.ts'
import { postSettlement, readSettlements } from './post-settlement.ts'
import { recordPaymentCase } from './record-payment-case.ts'
import { describeReversedPayment, reversePayment } from './reverse-payment.ts'
import { startPayment } from './start-payment.ts'
import { describePaymentSettings, updatePaymentSettings } from './update-payment-settings.ts'

export const onlinePaymentRoutes = [
  bind(contract.startPayment, startPayment),
  bind(contract.listOwnPayments, listOwnPayments),
  bind(contract.getOwnPayment, getOwnPayment),
  bind(contract.getPaymentOffer, getPaymentOffer),
  bind(contract.getTransferAccount, getTransferAccount),
  bind(contract.askForTransferAccount, askForTransferAccount),
  bind(contract.listPayments, listPayments),
  bind(contract.suggestPayers, suggestSenders),
  bind(contract.allocatePayment, allocatePayment),
  bind(contract.getPaymentSettings, getPaymentSettings),
  bind(cases.listPaymentCases, listPaymentCases),
  bindWaiting(askForChange(cases.reversePayment, describeReversedPayment, reversePayment)),
  bind(cases.recordPaymentCase, recordPaymentCase),
  bind(settlements.listSettlements, listSettlements),
  bind(settlements.getClearing, getClearing),
  bind(settlements.getSettlement, getSettlement),
  bind(settlements.listSettledPayments, listSettledPayments),
  bind(settlements.postSettlement, postSettlement),
  bind(settlements.readSettlements, readSettlements),
  bindWaiting(askForChange(contract.updatePaymentSettings, describePaymentSettings, updatePaymentSettings)),
]
