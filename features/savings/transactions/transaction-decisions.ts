import * as z from 'zod/mini'
import type { AccountId } from '#core/ids.ts'
import { vouchers } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, id, longText } from '#core/contract/fields.ts'
import { recorded, transaction, transactionParams } from './contract.ts'
import * as strings from './strings.ts'

export const approveTransaction = endpoint({
  method: 'POST',
  path: '/financial/transactions/:transactionId/approve',
  summary:
    'Approves a movement that waits, and posts it once it has all the approvals that it takes. A withdrawal is dated the day it is approved, a deposit the day it was paid, unless another day is given.',
  access: 'transaction.decide',
  says: ['money', 'Approved a transaction'],
  changes: vouchers,
  stepUp: true,
  params: transactionParams,
  body: z.strictObject({ occurredOn: z.optional(day), paidThrough: z.optional(id<AccountId>()) }),
  reply: recorded,
  message: 'Transaction approved',
})

export const rejectTransaction = endpoint({
  method: 'POST',
  path: '/financial/transactions/:transactionId/reject',
  summary: 'Turns down a movement that waits; nothing is posted.',
  access: 'transaction.decide',
  says: ['money', 'Rejected a transaction'],
  changes: vouchers,
  params: transactionParams,
  body: z.strictObject({ reason: longText(strings.giveTheReason, 500) }),
  reply: transaction,
  message: 'Transaction rejected',
})
