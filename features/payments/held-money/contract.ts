import * as z from 'zod/mini'
import type {
  AccountId,
  EmployerId,
  EntryId,
  LoanId,
  MemberId,
  OnlinePaymentId,
  ScheduleId,
  TransactionId,
} from '#core/ids.ts'
import { fill } from '#core/fill.ts'
import { ageBuckets } from '#features/payroll/employers/rules/words.ts'
import { heldSources, heldUses, heldUseStates } from './rules/held-money.ts'
import { vouchers } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import {
  day,
  id,
  instant,
  listQuery,
  naira,
  nairaAboveZero,
  optionalReference,
  optionalText,
  requiredText,
  whole,
} from '#core/contract/fields.ts'
import { askedLines } from '#features/payments/online-payments/contract.ts'
import * as strings from '#features/society/configuration/strings.ts'

const heldMoney = z.object({
  /** The entry that brought it, and of an employer's file the line in it. */
  entryId: id<EntryId>(),
  line: z.nullable(z.number()),
  entryNumber: z.number(),
  source: z.enum(heldSources),
  /** Who paid it, as the officer or the bank wrote it, and what else is known: the person in the file, why it was not posted, the narration. */
  from: z.string(),
  detail: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  /** Whose it may be, where the employer's schedule or the payment names them. */
  memberId: z.nullable(id<MemberId>()),
  membershipno: z.nullable(z.string()),
  employerId: z.nullable(id<EmployerId>()),
  scheduleId: z.nullable(id<ScheduleId>()),
  paymentId: z.nullable(id<OnlinePaymentId>()),
  on: day,
  ageDays: z.number(),
  ageing: z.enum(ageBuckets),
  received: naira,
  /** What is on account 2410 of it, and what of that waits for approval to leave. */
  left: naira,
  waiting: naira,
  uses: z.array(
    z.object({
      kind: z.enum(heldUses),
      amount: naira,
      state: z.enum(heldUseStates),
      /** The member, or who was paid. */
      to: z.nullable(z.string()),
      receiptNumber: z.nullable(z.string()),
      /** Where it is undone: the transaction, or the loan that was repaid. */
      transactionId: z.nullable(id<TransactionId>()),
      loanId: z.nullable(id<LoanId>()),
      by: z.string(),
      at: instant,
    }),
  ),
})

export const listHeldMoney = endpoint({
  method: 'GET',
  path: '/financial/held-money',
  summary:
    "Money that came without an owner and is held on account 2410: from employers' files, from the bank and online, the oldest first, with what is left of each and its age.",
  access: 'books.read',
  query: listQuery(['on', 'left'], {
    source: z.optional(z.enum(heldSources, fill(strings.useOneOf, { join: heldSources.join(', ') }))),
    ageing: z.optional(z.enum(ageBuckets, fill(strings.useOneOf, { join: ageBuckets.join(', ') }))),
    /** All of one return or schedule of an employer. */
    scheduleId: z.optional(id<ScheduleId>()),
    /** `used`: what nothing is left of. */
    show: z.optional(z.enum(['open', 'used'], fill(strings.useOneOf, { join: 'open, used' }))),
  }),
  kind: 'list',
  reply: heldMoney,
  /** Of all held money, whatever the filter. `balance` is that of account 2410; `unmatched` is what entries took from it that name no held money. */
  summaryReply: z.object({
    ageing: z.object({ days0to30: naira, days31to60: naira, days61to90: naira, daysOver90: naira }),
    total: naira,
    balance: naira,
    unmatched: naira,
  }),
})

/** More than a file has. */
const returnLinesMax = 1_000_000

const params = z.object({ entryId: id<EntryId>() })
const which = {
  /** Of an employer's file. */
  line: z.optional(whole(returnLinesMax)),
}

export const allocateHeldMoney = endpoint({
  method: 'POST',
  path: '/financial/held-money/:entryId/allocate',
  summary:
    "Puts held money, or a part of it, on a member's savings, loans and shares, by the rules of any contribution, repayment or purchase.",
  access: 'transaction.record',
  says: ['money', 'Allocated held money'],
  changes: vouchers,
  params,
  body: z.strictObject({
    ...which,
    memberId: id<MemberId>(),
    lines: askedLines,
    /** Today when left out. */
    occurredOn: z.optional(day),
  }),
  reply: heldMoney,
  message: 'Held money allocated',
})

const payment = {
  ...which,
  amount: nairaAboveZero,
  /** A cash or bank account of the society; its bank when left out. */
  paidThrough: z.optional(id<AccountId>()),
  /** Today when left out. */
  occurredOn: z.optional(day),
  description: optionalText(200),
}

export const refundHeldMoney = endpoint({
  method: 'POST',
  path: '/financial/held-money/:entryId/refund',
  summary:
    'Pays held money, or a part of it, back to who paid it, in cash or through the bank. It waits for approval as an expense of that amount does. An online payment is refunded at its provider.',
  access: 'transaction.record',
  says: ['money', 'Refunded held money'],
  changes: vouchers,
  stepUp: true,
  params,
  body: z.strictObject({
    ...payment,
    party: requiredText(strings.enterWhoIsPaid),
    /** Needed through a bank. */
    reference: optionalReference(strings.enterTheReference),
  }),
  reply: heldMoney,
  message: 'Refund recorded',
})

export const returnHeldMoney = endpoint({
  method: 'POST',
  path: '/financial/held-money/:entryId/return',
  summary:
    "Pays held money of an employer's file, or a part of it, back to the employer through the bank. It waits for approval as an expense of that amount does.",
  access: 'transaction.record',
  says: ['money', 'Returned held money to an employer'],
  changes: vouchers,
  stepUp: true,
  params,
  body: z.strictObject({ ...payment, reference: optionalReference(strings.enterTheReference) }),
  reply: heldMoney,
  message: 'Return to the employer recorded',
})
