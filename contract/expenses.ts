import * as z from 'zod/mini'
import type { TransactionId } from '#domain/ids.ts'
import { endpoint } from './endpoint.ts'
import { id, naira } from './fields.ts'

export const getExpenseApproval = endpoint({
  method: 'GET',
  path: '/financial/expenses/approval',
  summary: 'From what amount on an expense waits for the approval of another officer; null where none does.',
  access: 'transaction.decide',
  reply: z.object({ waitsFrom: z.nullable(naira) }),
})

export const getVoucher = endpoint({
  method: 'GET',
  path: '/financial/transactions/:transactionId/voucher',
  summary: 'The payment voucher of an expense, or the receipt voucher of other income, as a PDF to sign; one that is not posted, or was reversed, says so.',
  access: 'books.read',
  params: z.object({ transactionId: id<TransactionId>() }),
  kind: 'file',
  reply: z.null(),
})
