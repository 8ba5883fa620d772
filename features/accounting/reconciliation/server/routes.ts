import * as contract from '#features/accounting/reconciliation/contract.ts'
import { tableReader } from '#platform/files/spreadsheet-file.ts'
import { bind, bindUpload } from '#platform/http/bind.ts'
import { routesOf } from '#platform/http/routes-of.ts'
import { registerEntering } from '#features/savings/transactions/server/enter-bank-line.ts'
import * as actions from './actions.ts'
import { confirmMatches } from './confirm-matches.ts'
import { draftReconciliation } from './draft-reconciliation.ts'
import { enterLine, matchEnteredLine } from './enter-line.ts'
import { saveStatementHeadings } from './save-statement-headings.ts'
import { matchLines } from './match-lines.ts'
import { proposeMatches } from './propose-matches.ts'
import {
  getReconciliation,
  listBankAccounts,
  listBankLines,
  listOpenEntries,
  listStatementCorrections,
} from './queries.ts'
import * as reads from './reads.ts'
import { readStatement } from './read-statement.ts'
import { undoMatch } from './undo-match.ts'
import { uploadStatement } from './upload-statement.ts'

const readTable = tableReader(contract.statementLinesMax)

registerEntering({ enter: enterLine, approved: matchEnteredLine })

export const reconciliationRoutes = [
  bind(contract.listBankAccounts, listBankAccounts),
  bind(contract.getReconciliation, getReconciliation),
  bindUpload(contract.readStatement, readTable, readStatement),
  bindUpload(contract.uploadStatement, readTable, uploadStatement),
  bind(contract.listStatementCorrections, listStatementCorrections),
  bind(contract.saveStatementHeadings, saveStatementHeadings),
  bind(contract.getReconciliationPaper, draftReconciliation),
  bind(contract.listBankLines, listBankLines),
  bind(contract.listOpenEntries, listOpenEntries),
  bind(contract.proposeMatches, proposeMatches),
  bind(contract.matchLines, matchLines),
  bind(contract.confirmMatches, confirmMatches),
  bind(contract.undoMatch, undoMatch),
  ...routesOf(actions, reads),
]
