import * as z from 'zod/mini'
import type { AccountId, AccountTypeId, MemberId, TransactionId } from '#core/ids.ts'
import { postings } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import {
  day,
  id,
  listQuery,
  naira,
  nairaAboveZero,
  optionalReference,
  optionalText,
  period,
} from '#core/contract/fields.ts'
import { anotherPayment } from '#features/savings/transactions/another-payment.ts'
import { fill } from '#core/fill.ts'
import * as strings from '#features/savings/transactions/strings.ts'

/** The most contributions that one voucher may carry. */
export const contributionsPerVoucherMax = 10_000

export const contributionSorts = ['membershipno', 'lastName', 'period', 'outstanding', 'paid'] as const

export const listContributions = endpoint({
  method: 'GET',
  path: '/financial/contributions',
  summary:
    'What each member was expected to pay, has paid and still owes, per month: one month for all members, or all months of one member. A member sees their own.',
  access: 'contribution.list',
  keyScope: 'savings.read',
  query: listQuery(contributionSorts, {
    period: z.optional(period),
    memberId: z.optional(id<MemberId>()),
    standing: z.optional(z.enum(['paid', 'part', 'missing', 'none'])),
  }),
  kind: 'list',
  reply: z.object({
    memberId: id<MemberId>(),
    membershipno: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    period,
    expected: naira,
    paid: naira,
    /** By their employer, which has not paid it over yet; it is not outstanding. */
    deducted: naira,
    outstanding: naira,
    /** `none`: nothing expected and nothing paid. */
    standing: z.enum(['paid', 'part', 'missing', 'none']),
    /** What is expected here is what was owed before the member's contributions were due, as one sum. */
    broughtForward: z.boolean(),
    /** Nothing is paid of this month, and the member's employer is still to deduct it. */
    waitsForEmployer: z.boolean(),
  }),
  summaryReply: z.object({ expected: naira, paid: naira, outstanding: naira }),
})

export const postContribution = endpoint({
  method: 'POST',
  path: '/financial/contributions',
  summary: "Posts one contribution to a member's account.",
  access: 'contribution.post',
  says: ['money', 'Recorded a contribution'],
  changes: postings,
  keyScope: 'contributions.record',
  body: z.strictObject({
    memberId: id<MemberId>(),
    amount: nairaAboveZero,
    /** The cooperative's ordinary savings when left out. */
    accountTypeId: z.optional(id<AccountTypeId>()),
    /** Today when left out. */
    occurredOn: z.optional(day),
    /** The society's cash or bank account; cash in hand when left out. */
    paidThrough: z.optional(id<AccountId>()),
    /** The month that it pays; the month of `occurredOn` when left out. */
    period: z.optional(period),
    description: optionalText(200),
    /** The teller number or the bank's reference, used once in each cash or bank account. */
    reference: optionalReference(strings.enterAReference),
    anotherPayment,
  }),
  reply: z.object({
    id: id<TransactionId>(),
    memberId: id<MemberId>(),
    amount: naira,
    occurredOn: day,
    period,
    /** The cash or bank account that it came to. */
    paidThrough: z.string(),
    entryNumber: z.number(),
    /** Entry number and the first ten digits of its hash. */
    receiptNumber: z.string(),
  }),
  status: 201,
  message: 'Contribution posted',
})

export const postContributionsBulk = endpoint({
  method: 'POST',
  path: '/financial/contributions/bulk',
  summary: 'Posts a month of contributions as one voucher, all or none.',
  access: 'contribution.post',
  says: ['money', 'Recorded a month of contributions'],
  changes: postings,
  keyScope: 'contributions.record',
  body: z.strictObject({
    occurredOn: z.optional(day),
    period: z.optional(period),
    accountTypeId: z.optional(id<AccountTypeId>()),
    /** The society's cash or bank account for all rows; cash in hand when left out. */
    paidThrough: z.optional(id<AccountId>()),
    rows: z
      .array(
        z
          .strictObject({
            memberId: z.optional(id<MemberId>()),
            /** Whole, or its last part alone. */
            membershipno: optionalText(40),
            amount: nairaAboveZero,
            accountTypeId: z.optional(id<AccountTypeId>()),
          })
          .check(
            z.refine(
              ({ memberId, membershipno }) => Boolean(memberId) !== Boolean(membershipno),
              strings.giveTheMemberByMemberid,
            ),
          ),
        strings.sendTheRowsAsA,
      )
      .check(
        z.minLength(1, strings.sendAtLeastOneRow),
        z.maxLength(contributionsPerVoucherMax, fill(strings.sendAtMostRows, { contributionsPerVoucherMax })),
      ),
    /** Of all its rows. */
    anotherPayment,
  }),
  bodyBytesMax: 2 * 1024 * 1024,
  reply: z.object({ entryNumber: z.number(), receiptNumber: z.string(), posted: z.number(), total: naira, period }),
  status: 201,
  message: 'Contributions posted',
})
