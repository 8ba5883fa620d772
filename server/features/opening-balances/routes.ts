import * as contract from '#contract/opening-balances.ts'
import { bind, bindUpload } from '#server/http/bind.ts'
import { registerWaiting } from '#server/features/transactions/approve-transaction.ts'
import { downloadOpeningWorkbook } from './download-opening-workbook.ts'
import { getOpeningBalances } from './get-opening-balances.ts'
import { signOpeningBalances } from './sign-opening-balances.ts'
import { readOpeningWorkbook, uploadOpeningWorkbook } from './upload-opening-workbook.ts'
import { postWaitingOpeningBalances } from './post-waiting-opening-balances.ts'

registerWaiting('opening', postWaitingOpeningBalances)

export const openingBalancesRoutes = [
  bind(contract.getOpeningBalances, getOpeningBalances),
  bind(contract.downloadOpeningWorkbook, downloadOpeningWorkbook),
  bindUpload(contract.uploadOpeningWorkbook, readOpeningWorkbook, uploadOpeningWorkbook),
  bind(contract.signOpeningBalances, signOpeningBalances),
]
