import * as contract from '#contract/transaction-proofs.ts'
import { bind } from '#server/http/bind.ts'
import { addProof } from './add-proof.ts'
import { downloadProof, listProofs } from './queries.ts'

export const transactionProofRoutes = [bind(contract.addProof, addProof), bind(contract.listProofs, listProofs), bind(contract.downloadProof, downloadProof)]
