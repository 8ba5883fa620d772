import * as z from 'zod/mini'
import type { TransactionId } from '#domain/ids.ts'
import { endpoint } from './endpoint.ts'
import { id, longText, naira } from './fields.ts'

export const reverseTransaction = endpoint({
  method: 'POST',
  path: '/financial/transactions/:transactionId/reverse',
  summary:
    'Undoes a posted movement by an entry of today that reverses its own, or asks for that where the settings want approvals. Payments that were posted together are reversed together, with `voucher: true`.',
  access: 'transaction.decide',
  params: z.object({ transactionId: id<TransactionId>() }),
  body: z.strictObject({ reason: longText('Give the reason', 500), voucher: z.optional(z.boolean('Use true or false')) }),
  // Naming a size gives the request the time that the largest voucher takes.
  bodyBytesMax: 100 * 1024,
  /** Without a number it waits for approval. */
  reply: z.object({ entryNumber: z.nullable(z.number()), receiptNumber: z.nullable(z.string()), reversed: z.number(), total: naira }),
  message: 'Transaction reversed',
})
