import * as z from 'zod/mini'
import type { AccountId, EntryId, LoanId, MemberId, PaymentBatchId } from '#core/ids.ts'
import { bankFields } from './rules/bank-layout.ts'
import {
  accountWarnings,
  batchItemsMax,
  batchStatuses,
  itemStatuses,
  outcomes,
  paidKinds,
} from './rules/payment-batch.ts'
import { payoutStatuses } from '#features/payments/payouts/rules/payout.ts'
import { vouchers } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { enquiry } from '#features/members/bank-details/contract.ts'
import { day, id, instant, listQuery, naira, optionalText, requiredText, whole } from '#core/contract/fields.ts'

/** Whom a payment goes to. Officers who pay no members read the end of the account number alone. */
const payee = {
  kind: z.enum(paidKinds),
  entryId: id<EntryId>(),
  /** Of a disbursement. */
  loanId: z.nullable(id<LoanId>()),
  memberId: id<MemberId>(),
  memberName: z.string(),
  membershipno: z.string(),
  amount: naira,
  warnings: z.array(z.enum(accountWarnings)),
}

export const listPayable = endpoint({
  method: 'GET',
  path: '/financial/payable',
  summary:
    "Withdrawals, share redemptions and loans of the last 60 days that left this account in the books and are in no payment batch, with where each is paid. Under 'account': null where the member has none here.",
  access: 'reconciliation.manage',
  query: listQuery([], { accountId: id<AccountId>() }),
  kind: 'list',
  reply: z.object({
    ...payee,
    occurredOn: day,
    account: z.nullable(z.object({ bankName: z.string(), accountNumber: z.string(), accountName: z.string() })),
  }),
})

const sum = z.object({ payments: z.number(), amount: naira })

export const paymentBatch = z.object({
  id: id<PaymentBatchId>(),
  number: z.number(),
  status: z.enum(batchStatuses),
  /** The society's account that pays. */
  accountId: id<AccountId>(),
  accountName: z.string(),
  preparedBy: z.string(),
  preparedAt: instant,
  approvedBy: z.nullable(z.string()),
  approvedAt: z.nullable(instant),
  total: sum,
  waiting: sum,
  paid: sum,
  failed: sum,
  /** Payments to an account to which none was confirmed yet. */
  firstPayments: z.number(),
  /** Whether the provider sends it, and not a bank file. */
  isSent: z.boolean(),
  /** The bank files of it that left, oldest first. One that is void was declared so by two officers. */
  files: z.array(
    z.object({
      downloadedBy: z.string(),
      downloadedAt: instant,
      voidBy: z.nullable(z.string()),
      voidAt: z.nullable(instant),
    }),
  ),
  /** Payments that the provider did not take. */
  heldPayments: z.number(),
  /** Whether the society has a key at the provider, so that a batch can be sent. */
  maySend: z.boolean(),
})

export const listPaymentBatches = endpoint({
  method: 'GET',
  path: '/financial/payment-batches',
  summary: 'Batches of payments, newest first.',
  access: 'books.read',
  query: listQuery([], { status: z.optional(z.enum(batchStatuses, `Use one of ${batchStatuses.join(', ')}`)) }),
  kind: 'list',
  reply: paymentBatch,
})

export const batchParams = z.object({ batchId: id<PaymentBatchId>() })

export const getPaymentBatch = endpoint({
  method: 'GET',
  path: '/financial/payment-batches/:batchId',
  summary: 'A batch with what was paid, what failed and what waits for a result.',
  access: 'books.read',
  params: batchParams,
  reply: paymentBatch,
})

export const listPaymentItems = endpoint({
  method: 'GET',
  path: '/financial/payment-batches/:batchId/items',
  summary: 'The payments of a batch.',
  access: 'books.read',
  params: batchParams,
  query: listQuery([], { status: z.optional(z.enum(itemStatuses, `Use one of ${itemStatuses.join(', ')}`)) }),
  kind: 'list',
  reply: z.object({
    ...payee,
    line: z.number(),
    /** Ours: by it the bank's answer is matched. */
    reference: z.string(),
    bankName: z.string(),
    accountNumber: z.string(),
    accountName: z.string(),
    status: z.enum(itemStatuses),
    /** In whose name the bank has an account that is paid for the first time; null where it was not asked. */
    enquiry,
    /** How far the provider is with it; null where it does not go by the provider. */
    payout: z.nullable(z.object({ status: z.enum(payoutStatuses), why: z.nullable(z.string()) })),
    reason: z.nullable(z.string()),
    decidedBy: z.nullable(z.string()),
    decidedAt: z.nullable(instant),
  }),
})

export const preparePaymentBatch = endpoint({
  method: 'POST',
  path: '/financial/payment-batches',
  summary: 'Gathers payments that left one account of the society into a batch. Nothing goes to the bank yet.',
  access: 'reconciliation.manage',
  says: ['money', 'Prepared a payment batch'],
  changes: vouchers,
  body: z.strictObject({
    accountId: id<AccountId>(),
    entryIds: z
      .array(id<EntryId>(), 'Send a list of payments')
      .check(z.minLength(1, 'Choose a payment'), z.maxLength(batchItemsMax, `At most ${batchItemsMax} payments`)),
  }),
  reply: paymentBatch,
  status: 201,
  message: 'Payment batch prepared',
})

export const approvePaymentBatch = endpoint({
  method: 'POST',
  path: '/financial/payment-batches/:batchId/approve',
  summary:
    'Approves a batch, of which the bank file can then be downloaded. Waits for another officer where there is one.',
  access: 'transaction.decide',
  says: ['money', 'Approved a payment batch'],
  changes: vouchers,
  stepUp: true,
  mayWait: true,
  params: batchParams,
  body: z.strictObject({
    /** Said where a payment goes to an account for the first time. */
    accountsChecked: z.boolean('Use true or false'),
  }),
  reply: paymentBatch,
  message: 'Payment batch approved',
})

export const cancelPaymentBatch = endpoint({
  method: 'POST',
  path: '/financial/payment-batches/:batchId/cancel',
  summary: 'Cancels a batch that is not approved. Its payments can be gathered again.',
  access: 'reconciliation.manage',
  says: ['money', 'Cancelled a payment batch'],
  changes: vouchers,
  params: batchParams,
  reply: paymentBatch,
  message: 'Payment batch cancelled',
})

export const downloadPaymentBatch = endpoint({
  method: 'POST',
  path: '/financial/payment-batches/:batchId/file',
  summary:
    "An approved batch as a file in the columns of the society's bank. Who took it, and when, is kept with the batch, which the provider then does not send.",
  access: 'reconciliation.manage',
  says: ['files', 'Downloaded the bank file of a payment batch'],
  changes: ['financial/payment-batches'],
  stepUp: true,
  params: batchParams,
  body: z.strictObject({ format: z.enum(['xlsx', 'csv'], 'Use xlsx or csv') }),
  kind: 'file',
  reply: z.unknown(),
})

export const voidBankFile = endpoint({
  method: 'POST',
  path: '/financial/payment-batches/:batchId/void-file',
  summary:
    'Declares that the bank was not given the files of a batch that left and will not be, so that the provider can send it. Waits for another officer where there is one.',
  access: 'transaction.decide',
  says: ['money', 'Declared the bank file of a payment batch void'],
  changes: ['financial/payment-batches'],
  stepUp: true,
  mayWait: true,
  params: batchParams,
  reply: paymentBatch,
  message: 'Bank file declared void',
})

export const readPaymentResults = endpoint({
  method: 'POST',
  path: '/financial/payment-batches/:batchId/result-file',
  summary:
    "What the bank's answer, an .xlsx or .csv file in the field `file`, says of the payments of a batch, by our reference. Stores nothing.",
  access: 'reconciliation.manage',
  says: ['money', "Read the bank's answer to a payment batch"],
  changes: vouchers,
  params: batchParams,
  upload: { bytesMax: 5 * 1024 * 1024 },
  reply: z.object({
    results: z.array(
      z.object({
        line: z.number(),
        memberName: z.string(),
        amount: naira,
        outcome: z.enum(outcomes),
        reason: z.string(),
      }),
    ),
    /** Lines whose status says neither paid nor failed. */
    unclear: z.array(z.number()),
    /** Rows that name no payment of this batch. */
    others: z.number(),
  }),
})

export const recordPaymentResults = endpoint({
  method: 'POST',
  path: '/financial/payment-batches/:batchId/results',
  summary:
    'Records what became of payments. One that failed is reversed, so that the money is back; this waits for another officer as reversals do. A result that is known already changes nothing.',
  access: 'reconciliation.manage',
  says: ['money', 'Recorded results of a payment batch'],
  changes: vouchers,
  stepUp: true,
  mayWait: true,
  params: batchParams,
  body: z.strictObject({
    results: z
      .array(
        z.strictObject({
          line: whole(batchItemsMax),
          outcome: z.enum(outcomes, `Use one of ${outcomes.join(', ')}`),
          /** Why it failed. */
          reason: optionalText(200),
        }),
        'Send a list of results',
      )
      .check(z.minLength(1, 'Choose a payment'), z.maxLength(batchItemsMax, `At most ${batchItemsMax} results`)),
  }),
  reply: paymentBatch,
  message: 'Results recorded',
})

const layoutParams = z.object({ accountId: id<AccountId>() })
const bankLayout = z.object({
  layout: z
    .array(
      z.strictObject({
        field: z.enum(bankFields, 'Choose what the column holds'),
        heading: requiredText('Enter the heading', 60),
      }),
    )
    .check(z.maxLength(bankFields.length, 'Use each column once')),
})

export const getBankLayout = endpoint({
  method: 'GET',
  path: '/financial/bank-layouts/:accountId',
  summary: 'In which columns the bank of this account takes many payments.',
  access: 'reconciliation.manage',
  params: layoutParams,
  reply: bankLayout,
})

export const updateBankLayout = endpoint({
  method: 'PUT',
  path: '/financial/bank-layouts/:accountId',
  summary: 'Sets the columns of the bank file of this account.',
  access: 'reconciliation.manage',
  says: ['money', 'Changed the columns of a bank file'],
  changes: ['financial/bank-layouts', 'financial/payment-batches'],
  params: layoutParams,
  body: z.strictObject(bankLayout.shape),
  reply: bankLayout,
  message: 'Columns saved',
})
