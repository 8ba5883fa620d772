import * as contract from '#features/accounting/reconciliation/contract.ts'
import { tableReader } from '#platform/files/spreadsheet-file.ts'
import { bind, bindUpload } from '#platform/http/bind.ts'
import { registerEntering } from '#features/savings/transactions/server/enter-bank-line.ts'
import { confirmMatches } from './confirm-matches.ts'
import { draftReconciliation } from './draft-reconciliation.ts'
import { enterLine, matchEnteredLine } from './enter-line.ts'
import { saveStatementHeadings } from './save-statement-headings.ts'
import { matchLines } from './match-lines.ts'
import { proposeMatches } from './propose-matches.ts'
import { getReconciliation, listBankAccounts, listBankLines, listOpenEntries } from './queries.ts'
import { readStatementHeadings } from './read-statement-headings.ts'
import { undoMatch } from './undo-match.ts'
import { uploadStatement } from './upload-statement.ts'

registerEntering({ enter: enterLine, approved: matchEnteredLine })

export const reconciliationRoutes = [
  bind(contract.listBankAccounts, listBankAccounts),
  bind(contract.getReconciliation, getReconciliation),
  bindUpload(contract.uploadStatement, tableReader(contract.statementLinesMax), uploadStatement),
  bindUpload(contract.readStatementHeadings, tableReader(contract.statementLinesMax), readStatementHeadings),
  bind(contract.saveStatementHeadings, saveStatementHeadings),
  bind(contract.getReconciliationPaper, draftReconciliation),
  bind(contract.listBankLines, listBankLines),
  bind(contract.listOpenEntries, listOpenEntries),
  bind(contract.proposeMatches, proposeMatches),
  bind(contract.matchLines, matchLines),
  bind(contract.confirmMatches, confirmMatches),
  bind(contract.undoMatch, undoMatch),
]
