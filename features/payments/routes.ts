import * as batches from '#features/payments/batches/server/actions.ts'
import * as batchReads from '#features/payments/batches/server/reads.ts'
import * as batchResults from '#features/payments/batches/server/record-payment-results.ts'
import * as cases from '#features/payments/cases/server/actions.ts'
import * as caseReads from '#features/payments/cases/server/reads.ts'
import * as heldMoney from '#features/payments/held-money/server/actions.ts'
import * as heldMoneyReads from '#features/payments/held-money/server/reads.ts'
import * as onlinePayments from '#features/payments/online-payments/server/actions.ts'
import * as onlinePaymentReads from '#features/payments/online-payments/server/reads.ts'
import * as paymentSettings from '#features/payments/online-payments/server/update-payment-settings.ts'
import * as payouts from '#features/payments/payouts/server/actions.ts'
import * as payoutReads from '#features/payments/payouts/server/reads.ts'
import * as settlements from '#features/payments/settlements/server/actions.ts'
import * as settlementReads from '#features/payments/settlements/server/reads.ts'
import { routesOf } from '#platform/http/routes-of.ts'

/** What comes and goes by payment providers, banks and files. */
export const paymentRoutes = [
  ...routesOf(onlinePayments, onlinePaymentReads, paymentSettings),
  ...routesOf(heldMoneyReads, heldMoney),
  ...routesOf(payoutReads, payouts),
  ...routesOf(batchReads, batches, batchResults),
  ...routesOf(caseReads, cases),
  ...routesOf(settlementReads, settlements),
]
