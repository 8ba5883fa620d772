import * as contract from '#features/payments/payouts/contract.ts'
import { askForChange } from '#features/access/change-requests/server/ask-for-change.ts'
import { bind, bindWaiting } from '#platform/http/bind.ts'
import { askForNames } from './ask-for-names.ts'
import { endPayoutKey } from './end-payout-key.ts'
import { enterPayoutKey } from './enter-payout-key.ts'
import { getPayoutSettings } from './queries.ts'
import { sendHeldPayments } from './send-held-payments.ts'
import { describeSending, sendPaymentBatch } from './send-payment-batch.ts'
import { describeLimit, updatePayoutLimit } from './update-payout-limit.ts'
import { describeKey, usePayoutKey } from './use-payout-key.ts'

export const payoutRoutes = [
  bind(contract.getPayoutSettings, getPayoutSettings),
  bind(contract.enterPayoutKey, enterPayoutKey),
  bindWaiting(askForChange(contract.usePayoutKey, describeKey, usePayoutKey)),
  bind(contract.endPayoutKey, endPayoutKey),
  bindWaiting(askForChange(contract.updatePayoutLimit, describeLimit, updatePayoutLimit)),
  bindWaiting(askForChange(contract.sendPaymentBatch, describeSending, sendPaymentBatch)),
  bind(contract.sendHeldPayments, sendHeldPayments),
  bind(contract.askForNames, askForNames),
]
