import * as z from 'zod/mini'
import type { ProofId, TransactionId } from '#core/ids.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id } from '#core/contract/fields.ts'
import { paper, paperBytesMax } from '#core/contract/papers.ts'

const transactionParams = z.object({ transactionId: id<TransactionId>() })

const proof = paper<ProofId>()

export const addProof = endpoint({
  method: 'POST',
  path: '/financial/transactions/:transactionId/proof',
  summary:
    'Adds proof (PDF, JPEG or PNG, at most 5 MB) in the field `file` to a payment that the signed-in member reported and that waits; three at most, and none is ever removed.',
  access: 'portal.ask',
  says: ['money', 'Added proof of a payment'],
  changes: ['financial/approvals', 'financial/transactions', 'member-portal'],
  params: transactionParams,
  upload: { bytesMax: paperBytesMax },
  reply: proof,
  status: 201,
  message: 'Proof added',
})

export const addBill = endpoint({
  method: 'POST',
  path: '/financial/transactions/:transactionId/bill',
  summary:
    'Adds the bill or receipt (PDF, JPEG or PNG, at most 5 MB) in the field `file` to an expense or other income that waits or is posted; three at most, and none is ever removed.',
  access: 'transaction.decide',
  says: ['money', 'Added the bill of an expense'],
  changes: ['financial/approvals', 'financial/transactions', 'member-portal'],
  params: transactionParams,
  upload: { bytesMax: paperBytesMax },
  reply: proof,
  status: 201,
  message: 'Bill added',
})

export const listProofs = endpoint({
  method: 'GET',
  path: '/financial/transactions/:transactionId/proof',
  summary: 'The proof of a payment, or the bills of an expense, the first added first.',
  access: 'transaction.list',
  params: transactionParams,
  reply: z.object({
    proofs: z.array(proof),
    /** Whether the one who asks may add one now. */
    addable: z.boolean(),
  }),
})

export const downloadProof = endpoint({
  method: 'GET',
  path: '/financial/transactions/:transactionId/proof/:proofId',
  summary: 'A proof as it was stored, for officers and the member who added it.',
  access: 'transaction.list',
  says: ['files', 'Opened proof of a payment'],
  params: z.object({ transactionId: id<TransactionId>(), proofId: id<ProofId>() }),
  kind: 'file',
  reply: z.null(),
})
