import * as contract from '#features/savings/proofs/contract.ts'
import { readDocumentFile } from '#platform/files/document-file.ts'
import { bind, bindUpload } from '#platform/http/bind.ts'
import { addBill } from './add-bill.ts'
import { addProof } from './add-proof.ts'
import { downloadProof, listProofs } from './queries.ts'

export const transactionProofRoutes = [
  bindUpload(contract.addProof, readDocumentFile, addProof),
  bindUpload(contract.addBill, readDocumentFile, addBill),
  bind(contract.listProofs, listProofs),
  bind(contract.downloadProof, downloadProof),
]
