import * as z from 'zod/mini'
import { breakRules, depositStatuses, maturityActs } from './rules/words.ts'
import type { AccountId, AccountTypeId, FixedDepositId, MemberId, TransactionId } from '#core/ids.ts'
import { postings } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, id, listQuery, longText, naira, nairaAboveZero, whole } from '#core/contract/fields.ts'
import { fill } from '#core/fill.ts'
import * as strings from '#features/savings/transactions/strings.ts'

export const fixedDeposit = z.object({
  id: id<FixedDepositId>(),
  certificate: z.string(),
  memberId: id<MemberId>(),
  memberName: z.string(),
  membershipno: z.string(),
  account: z.string(),
  principal: naira,
  annualRatePercent: z.number(),
  months: z.number(),
  openedOn: day,
  maturesOn: day,
  atMaturity: z.enum(maturityActs),
  breakRule: z.enum(breakRules),
  breakRatePercent: z.number(),
  noticeDays: z.number(),
  interestAtMaturity: naira,
  /** Earned by today; what was paid once it has ended. */
  interestSoFar: naira,
  /** What would be paid if it were broken today. */
  interestIfBroken: naira,
  status: z.enum(depositStatuses),
  matured: z.boolean(),
  endedOn: z.nullable(day),
  interestPaid: z.nullable(naira),
  brokenReason: z.nullable(z.string()),
  /** The movements by which it was opened and ended, for an officer to reverse. */
  openingId: z.nullable(id<TransactionId>()),
  endingId: z.nullable(id<TransactionId>()),
})

export const listFixedDeposits = endpoint({
  method: 'GET',
  path: '/financial/fixed-deposits',
  summary: 'Fixed deposits, the next to mature first. A member sees their own.',
  access: 'transaction.list',
  keyScope: 'savings.read',
  query: listQuery(['maturesOn', 'openedOn', 'principal'], {
    memberId: z.optional(id<MemberId>()),
    status: z.optional(z.enum(depositStatuses)),
    /** `true`: open ones whose day has come. */
    matured: z.optional(z.enum(['true', 'false'], strings.useTrueOrFalse)),
  }),
  kind: 'list',
  reply: fixedDeposit,
  /** Of all that the one who asks may see: how many are open, on what, and how many wait to be paid out. */
  summaryReply: z.object({ open: z.number(), principal: naira, waiting: z.number() }),
})

export const openFixedDeposit = endpoint({
  method: 'POST',
  path: '/financial/fixed-deposits',
  summary:
    'Opens a deposit of a member on the terms that its account type has now, from cash or bank, or from their savings. With two or more officers one that began before today waits for another one, because its interest has already run.',
  access: 'transaction.decide',
  says: ['money', 'Opened a fixed deposit'],
  changes: postings,
  mayWait: true,
  body: z.strictObject({
    memberId: id<MemberId>(),
    accountTypeId: id<AccountTypeId>(),
    amount: nairaAboveZero,
    /** The term, where the account type offers several. */
    months: z.optional(whole(120)),
    /** Their savings that the money comes from. */
    fromAccountTypeId: z.optional(id<AccountTypeId>()),
    /** The cash or bank account that the money was paid into; cash in hand where neither is named. */
    paidThrough: z.optional(id<AccountId>()),
    /** Today when left out. */
    occurredOn: z.optional(day),
  }),
  reply: fixedDeposit,
  status: 201,
  message: 'Deposit opened',
})

export const breakFixedDeposit = endpoint({
  method: 'POST',
  path: '/financial/fixed-deposits/:depositId/break',
  summary:
    "Ends a deposit before it matures: principal, and what its rule leaves of the interest, go to the member's ordinary savings.",
  access: 'transaction.decide',
  stepUp: true,
  says: ['money', 'Liquidated a fixed deposit early'],
  changes: postings,
  params: z.object({ depositId: id<FixedDepositId>() }),
  body: z.strictObject({
    reason: longText(strings.giveTheReason, 500),
    /** Today when left out. */
    occurredOn: z.optional(day),
    /** When the member gave notice, where the deposit asks for it. */
    noticeOn: z.optional(day),
  }),
  reply: fixedDeposit,
  message: 'Deposit broken',
})

export const depositsAtOnce = 500

export const payMaturedDeposits = endpoint({
  method: 'POST',
  path: '/financial/fixed-deposits/mature',
  summary:
    'Does with matured deposits what each of them says: pays principal and interest to ordinary savings, or renews it. Those that are named, else all that wait, the oldest first; each is one entry.',
  access: 'transaction.decide',
  says: ['money', 'Paid out or renewed matured deposits'],
  changes: postings,
  body: z.strictObject({
    depositIds: z.optional(
      z
        .array(id<FixedDepositId>())
        .check(
          z.minLength(1, strings.chooseAtLeastOneDeposit),
          z.maxLength(depositsAtOnce, fill(strings.chooseAtMostDeposits, { depositsAtOnce })),
        ),
    ),
    /** Today when left out. */
    occurredOn: z.optional(day),
  }),
  bodyBytesMax: 100 * 1024,
  reply: z.object({ paidOut: z.number(), renewed: z.number(), principal: naira, interest: naira, waiting: z.number() }),
  message: 'Matured deposits paid out',
})
