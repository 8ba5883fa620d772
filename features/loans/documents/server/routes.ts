import * as contract from '#features/loans/documents/contract.ts'
import { readDocumentFile } from '#platform/files/document-file.ts'
import { bind, bindUpload } from '#platform/http/bind.ts'
import { addLoanDocument } from './add-loan-document.ts'
import { downloadLoanDocument, listLoanDocuments } from './queries.ts'
import { removeLoanDocument } from './remove-loan-document.ts'

export const loanDocumentRoutes = [
  bind(contract.listLoanDocuments, listLoanDocuments),
  bindUpload(contract.addLoanDocument, readDocumentFile, addLoanDocument),
  bind(contract.downloadLoanDocument, downloadLoanDocument),
  bind(contract.removeLoanDocument, removeLoanDocument),
]
