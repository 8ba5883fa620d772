import * as contract from '#features/payments/online-payments/contract.ts'
import { askForChange } from '#features/access/change-requests/server/ask-for-change.ts'
import { bind, bindWaiting } from '#platform/http/bind.ts'
import { askForHolder } from './ask-for-holder.ts'
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
  bind(contract.getPaymentSettings, getPaymentSettings),
  bindWaiting(
    askForChange(contract.updatePaymentSettings, describePaymentSettings, updatePaymentSettings),
    askForHolder,
  ),
]
