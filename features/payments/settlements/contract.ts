import * as z from 'zod/mini'
import type { AccountId, MemberId, OnlinePaymentId, ProviderSettlementId, TransactionId } from '#core/ids.ts'
import { settlementDifferences, settlementStatuses } from '#features/payments/online-payments/rules/settlement.ts'
import { vouchers } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, id, instant, listQuery, naira } from '#core/contract/fields.ts'

const settlement = z.object({
  id: id<ProviderSettlementId>(),
  /** The provider's number of it. */
  number: z.string(),
  status: z.enum(settlementStatuses),
  settledOn: day,
  /** What members paid, what the provider keeps and takes back of it, and what the bank gets. */
  gross: naira,
  fees: naira,
  deductions: naira,
  net: naira,
  /** The payments that it pays, what they come to after their charges, and how many of them are not as in the books. */
  payments: z.number(),
  paymentsNet: naira,
  differences: z.number(),
  /** Whether `net` is what the payments come to, less the deductions. */
  isSum: z.boolean(),
  posting: z.nullable(z.object({ transactionId: id<TransactionId>(), by: z.string(), at: instant })),
})

export const listSettlements = endpoint({
  method: 'GET',
  path: '/financial/online-payments/settlements',
  summary: 'What the payment provider paid to the bank, newest first, compared with the online payments in the books.',
  access: 'books.read',
  query: listQuery(['settledOn'], {
    status: z.optional(z.enum(settlementStatuses, `Use one of ${settlementStatuses.join(', ')}`)),
  }),
  kind: 'list',
  reply: settlement,
})

export const getClearing = endpoint({
  method: 'GET',
  path: '/financial/online-payments/settlements/clearing',
  summary: 'What the books say that the payment provider still holds, and what is not settled.',
  access: 'books.read',
  reply: z.object({
    /** Of account 1090; below zero where more was settled than posted. */
    balance: naira,
    /** Posted payments, after their charges, that are in no settlement which was posted. */
    notSettled: naira,
    /** Payments that should be settled by now, and are in no settlement. */
    late: z.number(),
    /** Payments from before this day should be settled by now. */
    lateBefore: day,
    readAt: z.nullable(instant),
  }),
})

const params = z.object({ settlementId: id<ProviderSettlementId>() })

export const getSettlement = endpoint({
  method: 'GET',
  path: '/financial/online-payments/settlements/:settlementId',
  summary: 'One settlement.',
  access: 'books.read',
  params,
  reply: settlement,
})

export const listSettledPayments = endpoint({
  method: 'GET',
  path: '/financial/online-payments/settlements/:settlementId/payments',
  summary: 'The payments of a settlement, each with what the books have of it; those that differ come first.',
  access: 'books.read',
  params,
  query: listQuery(['reference'], {}),
  kind: 'list',
  reply: z.object({
    reference: z.string(),
    amount: naira,
    fees: naira,
    paymentId: z.nullable(id<OnlinePaymentId>()),
    memberId: z.nullable(id<MemberId>()),
    memberName: z.nullable(z.string()),
    received: z.nullable(naira),
    postedFees: z.nullable(naira),
    difference: z.nullable(z.enum(settlementDifferences)),
  }),
})

export const postSettlement = endpoint({
  method: 'POST',
  path: '/financial/online-payments/settlements/:settlementId/post',
  summary: 'Moves what a settlement paid from the clearing account to a bank account of the society, by a journal.',
  access: 'transaction.record',
  says: ['money', 'Posted a settlement of the payment provider'],
  changes: vouchers,
  params,
  body: z.strictObject({ accountId: id<AccountId>() }),
  reply: settlement,
  message: 'Settlement posted',
})

export const readSettlements = endpoint({
  method: 'POST',
  path: '/financial/online-payments/settlements/read',
  summary: 'Asks the payment provider for its settlements now. They are in the list a moment later.',
  access: 'transaction.record',
  says: ['money', 'Asked the payment provider for settlements'],
  changes: ['financial/online-payments'],
  reply: z.null(),
  message: 'The payment provider is asked',
})
