import * as z from 'zod/mini'
import type { ReversalId, TransactionId } from '#core/ids.ts'
import { vouchers } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, longText, naira } from '#core/contract/fields.ts'
import * as strings from './strings.ts'

export const reverseTransaction = endpoint({
  method: 'POST',
  path: '/financial/transactions/:transactionId/reverse',
  summary:
    'Undoes a posted movement by an entry of today that reverses its own, or asks for that where the settings want approvals. Payments that were posted together are reversed together, with `voucher: true`.',
  access: 'transaction.decide',
  says: ['money', 'Reversed a transaction'],
  changes: vouchers,
  stepUp: true,
  params: z.object({ transactionId: id<TransactionId>() }),
  body: z.strictObject({
    reason: longText(strings.giveTheReason, 500),
    voucher: z.optional(z.boolean(strings.useTrueOrFalse)),
  }),
  // Naming a size gives the request the time that the largest voucher takes.
  bodyBytesMax: 100 * 1024,
  /** Without a number it waits for approval. */
  reply: z.object({
    entryNumber: z.nullable(z.number()),
    receiptNumber: z.nullable(z.string()),
    reversed: z.number(),
    total: naira,
  }),
  message: 'Reversal recorded',
})

const requestParams = z.object({ reversalId: id<ReversalId>() })

export const approveReversal = endpoint({
  method: 'POST',
  path: '/financial/reversals/:reversalId/approve',
  summary: 'Approves a reversal that waits, and makes it once it has all the approvals that it takes.',
  access: 'transaction.decide',
  says: ['money', 'Approved a reversal'],
  changes: vouchers,
  stepUp: true,
  params: requestParams,
  // Naming a size gives the request the time that the largest voucher takes.
  bodyBytesMax: 100 * 1024,
  /** Without a number it still waits for another officer. */
  reply: z.object({ entryNumber: z.nullable(z.number()), receiptNumber: z.nullable(z.string()) }),
  message: 'Reversal approved',
})

export const rejectReversal = endpoint({
  method: 'POST',
  path: '/financial/reversals/:reversalId/reject',
  summary: 'Turns down a reversal that waits; what is posted stays.',
  access: 'transaction.decide',
  says: ['money', 'Rejected a reversal'],
  changes: vouchers,
  params: requestParams,
  body: z.strictObject({ reason: longText(strings.giveTheReason, 500) }),
  reply: z.null(),
  message: 'Reversal rejected',
})
