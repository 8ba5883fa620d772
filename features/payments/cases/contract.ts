import * as z from 'zod/mini'
import type { AccountId, MemberId, OnlinePaymentId, PaymentCaseId } from '#core/ids.ts'
import { caseBooks, caseKinds, caseStatuses } from '#features/payments/online-payments/rules/payment-case.ts'
import { vouchers } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, listQuery, naira } from '#core/contract/fields.ts'

const paymentCase = z.object({
  id: id<PaymentCaseId>(),
  paymentId: id<OnlinePaymentId>(),
  kind: z.enum(caseKinds),
  status: z.enum(caseStatuses),
  amount: naira,
  /** Of a dispute: until when it is answered at the provider. */
  dueAt: z.nullable(instant),
  /** In the provider's words. */
  reason: z.nullable(z.string()),
  seenAt: instant,
  /** The payment that it is of. */
  reference: z.string(),
  received: z.nullable(naira),
  paidAt: z.nullable(instant),
  memberId: z.nullable(id<MemberId>()),
  memberName: z.nullable(z.string()),
  sender: z.nullable(z.string()),
  books: z.enum(caseBooks),
  handledBy: z.nullable(z.string()),
  handledAt: z.nullable(instant),
})

export const listPaymentCases = endpoint({
  method: 'GET',
  path: '/financial/online-payments/cases',
  summary: 'Refunds and disputes of online payments, newest first, and what the books say of each.',
  access: 'books.read',
  query: listQuery(['seenAt'], {
    status: z.optional(z.enum(caseStatuses, `Use one of ${caseStatuses.join(', ')}`)),
    kind: z.optional(z.enum(caseKinds, `Use one of ${caseKinds.join(', ')}`)),
  }),
  kind: 'list',
  reply: paymentCase,
})

const params = z.object({ caseId: id<PaymentCaseId>() })

export const reversePayment = endpoint({
  method: 'POST',
  path: '/financial/online-payments/cases/:caseId/reverse-payment',
  summary:
    'Undoes all that a payment posted, but for the provider’s charge, because the provider has given the money back. It waits for approval as a reversal of that amount does.',
  access: 'transaction.decide',
  says: ['money', 'Reversed an online payment that was given back'],
  changes: vouchers,
  stepUp: true,
  mayWait: true,
  params,
  reply: paymentCase,
  message: 'Payment reversed',
})

export const recordPaymentCase = endpoint({
  method: 'POST',
  path: '/financial/online-payments/cases/:caseId/record',
  summary:
    'Takes what the provider gave back from the clearing account to an asset or expense account, such as bad debts, by a journal. The payment stays.',
  access: 'transaction.record',
  says: ['money', 'Recorded a refund or chargeback'],
  changes: vouchers,
  params,
  body: z.strictObject({ accountId: id<AccountId>() }),
  reply: paymentCase,
  message: 'Recorded',
})
