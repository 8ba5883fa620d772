import * as contract from '#features/accounting/opening-balances/contract.ts'
import { bind, bindUpload } from '#platform/http/bind.ts'
import { registerReversing, registerWaiting } from '#features/savings/transactions/server/actions.ts'
import { downloadOpeningWorkbook } from './download-opening-workbook.ts'
import { getOpeningBalances } from './get-opening-balances.ts'
import { signOpeningBalances } from './sign-opening-balances.ts'
import { readOpeningWorkbook, uploadOpeningWorkbook } from './upload-opening-workbook.ts'
import { postWaitingOpeningBalances } from './post-waiting-opening-balances.ts'
import { undoOpeningBalances } from './undo-opening-balances.ts'

registerWaiting('opening', postWaitingOpeningBalances)
registerReversing({ undo: undoOpeningBalances })

export const openingBalancesRoutes = [
  bind(contract.getOpeningBalances, getOpeningBalances),
  bind(contract.downloadOpeningWorkbook, downloadOpeningWorkbook),
  bindUpload(contract.uploadOpeningWorkbook, readOpeningWorkbook, uploadOpeningWorkbook),
  bind(contract.signOpeningBalances, signOpeningBalances),
]
