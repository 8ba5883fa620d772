import * as contract from '#features/payments/batches/contract.ts'
import { refuse } from '#core/refusal.ts'
import { batchItemsMax } from '#features/payments/batches/rules/payment-batch.ts'
import { askForChange } from '#features/access/change-requests/server/ask-for-change.ts'
import { registerKeeping } from '#features/savings/transactions/server/actions.ts'
import { tableReader } from '#platform/files/spreadsheet-file.ts'
import { bind, bindShortList, bindUpload, bindWaiting } from '#platform/http/bind.ts'
import { approvePaymentBatch, describeApproval } from './approve-payment-batch.ts'
import { cancelPaymentBatch } from './cancel-payment-batch.ts'
import { downloadPaymentBatch } from './download-payment-batch.ts'
import { preparePaymentBatch } from './prepare-payment-batch.ts'
import {
  findBatchOf,
  getBankLayout,
  getPaymentBatch,
  listPayable,
  listPaymentBatches,
  listPaymentItems,
} from './queries.ts'
import { readPaymentResults } from './read-payment-results.ts'
import { describeResults, recordPaymentResults } from './record-payment-results.ts'
import { updateBankLayout } from './update-bank-layout.ts'
import { describeVoiding, voidBankFile } from './void-bank-file.ts'

registerKeeping(async (tx, entryId) => {
  const found = await findBatchOf(tx, entryId)
  if (found) refuse('payment_in_batch', found)
})

export const paymentBatchRoutes = [
  bindShortList(contract.listPayable, listPayable, ['memberName', 'membershipno']),
  bind(contract.preparePaymentBatch, preparePaymentBatch),
  bind(contract.listPaymentBatches, listPaymentBatches),
  bind(contract.getPaymentBatch, getPaymentBatch),
  bindShortList(contract.listPaymentItems, listPaymentItems, ['memberName', 'membershipno', 'reference']),
  bindWaiting(askForChange(contract.approvePaymentBatch, describeApproval, approvePaymentBatch)),
  bind(contract.cancelPaymentBatch, cancelPaymentBatch),
  bind(contract.downloadPaymentBatch, downloadPaymentBatch),
  bindWaiting(askForChange(contract.voidBankFile, describeVoiding, voidBankFile)),
  bindUpload(contract.readPaymentResults, tableReader(batchItemsMax * 4), readPaymentResults),
  bindWaiting(askForChange(contract.recordPaymentResults, describeResults, recordPaymentResults)),
  bind(contract.getBankLayout, getBankLayout),
  bind(contract.updateBankLayout, updateBankLayout),
]
