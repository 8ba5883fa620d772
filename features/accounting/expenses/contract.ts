import * as z from 'zod/mini'
import type { TransactionId } from '#core/ids.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id } from '#core/contract/fields.ts'

export const getVoucher = endpoint({
  method: 'GET',
  path: '/financial/transactions/:transactionId/voucher',
  summary:
    'The payment voucher of an expense, or the receipt voucher of other income, as a PDF to sign; one that is not posted, or was reversed, says so.',
  access: 'books.read',
  says: ['files', 'Downloaded a voucher'],
  params: z.object({ transactionId: id<TransactionId>() }),
  kind: 'file',
  reply: z.null(),
})
