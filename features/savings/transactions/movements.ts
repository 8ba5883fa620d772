import * as z from 'zod/mini'
import { accountTypeKinds } from '#features/accounting/books/rules/account-kinds.ts'
import type { AccountId, AccountTypeId, BankLineId, MemberId } from '#core/ids.ts'
import { accountClasses } from '#features/accounting/books/rules/account.ts'
import { koboMax } from '#core/money.ts'
import { recordedTypes } from './rules/movement-types.ts'
import { postings, vouchers } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import {
  day,
  id,
  naira,
  nairaAboveZero,
  nairaNotNegative,
  optionalReference,
  optionalText,
} from '#core/contract/fields.ts'
import { anotherPayment } from './another-payment.ts'
import { recorded } from './contract.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

const wholeShares = z
  .int(strings.enterAWholeNumberOf)
  .check(z.minimum(1, strings.enterAtLeastOneShare), z.maximum(1_000_000_000, strings.enterFewerShares))

const movement = {
  /** The member themselves where they ask; an officer names one. */
  memberId: z.optional(id<MemberId>()),
  /** The cooperative's default when left out. */
  accountTypeId: z.optional(id<AccountTypeId>()),
  amount: nairaAboveZero,
  /** The society's cash or bank account; cash in hand when left out. An officer says so. */
  paidThrough: z.optional(id<AccountId>()),
  /** Today when left out. */
  occurredOn: z.optional(day),
  description: optionalText(200),
  /** The teller number or the bank's reference, used once in each cash or bank account. */
  reference: optionalReference(strings.enterAReference),
  anotherPayment,
}

export const journalLinesMax = 200

/** One side of a journal line; nothing where it is left out. */
const side = z.optional(nairaNotNegative(koboMax))

const journalLines = z
  .array(z.strictObject({ accountId: id<AccountId>(), debit: side, credit: side }), strings.sendTheLinesAsA)
  .check(
    z.minLength(2, strings.aJournalHasAtLeast),
    z.maxLength(journalLinesMax, fill(strings.aJournalHasAtMost, { journalLinesMax })),
  )

export const recordMovement = endpoint({
  method: 'POST',
  path: '/financial/transactions',
  summary:
    "Records a deposit, a withdrawal, a transfer between a member's own accounts or of savings to another member, a purchase, transfer or redemption of shares, a charge, an expense that the society pays, income that comes from others than members, or a journal between the society's own accounts. An officer's is posted at once unless the settings ask for approvals; what somebody asks for themselves waits for an officer.",
  access: 'transaction.record',
  says: ['money', 'Recorded a transaction'],
  changes: vouchers,
  needsProof: true,
  stepUp: [
    { field: 'type', values: ['withdrawal', 'share_transfer', 'share_redemption', 'expense'] },
    { field: 'toMemberId' },
  ],
  body: z.strictObject({
    ...movement,
    type: z.enum(recordedTypes, fill(strings.useOneOf, { join: recordedTypes.join(', ') })),
    /**
     * The member's account that a deposit goes to and everything else comes from. A purchase of shares and a charge
     * without it are paid in cash or by bank; shares are taken from the society's share account when it is left out.
     */
    accountTypeId: z.optional(id<AccountTypeId>()),
    /** Where a transfer goes; the savings into which shares are redeemed, cash or bank when left out. */
    toAccountTypeId: z.optional(id<AccountTypeId>()),
    /** Who gets transferred shares, or another member's savings such as what was credited to the wrong one, with the reason in `description`. */
    toMemberId: z.optional(id<MemberId>()),
    /** Of shares, a whole multiple of their par value; they may be counted in `shares` instead. */
    amount: z.optional(nairaAboveZero),
    shares: z.optional(wholeShares),
    /** What a charge, or other income, is income of. */
    incomeAccountId: z.optional(id<AccountId>()),
    /** What an expense is for. */
    expenseAccountId: z.optional(id<AccountId>()),
    /** Who is paid an expense, or who pays other income. */
    party: optionalText(120),
    /** The line of a bank statement that this is: the two are matched in the same act, or when it is approved. An officer says so. */
    bankLineId: z.optional(id<BankLineId>()),
    /** A journal's, whose debits and credits agree. */
    lines: z.optional(journalLines),
  }),
  reply: recorded,
  status: 201,
  message: 'Transaction recorded',
})

export const recordDeposit = endpoint({
  method: 'POST',
  path: '/financial/transactions/deposits',
  summary: "Records a deposit. An officer's is posted at once; one that a member reports waits for an officer.",
  access: 'transaction.record',
  says: ['money', 'Recorded a deposit'],
  changes: postings,
  body: z.strictObject(movement),
  reply: recorded,
  status: 201,
  message: 'Deposit recorded',
})

/** What an account of the society's own is chosen for. */
export const postingUses = ['money', 'income', 'expense', 'other_income', 'journal'] as const

export const listPostingAccounts = endpoint({
  method: 'GET',
  path: '/financial/posting-accounts',
  summary:
    "The society's own accounts that an officer can post to: cash and bank accounts, income accounts, those for an expense or for income from others than members, or all.",
  access: 'transaction.decide',
  query: z.object({ use: z.optional(z.enum(postingUses, fill(strings.useJoin, { join: postingUses.join(', ') }))) }),
  reply: z.array(
    z.object({
      id: id<AccountId>(),
      code: z.string(),
      name: z.string(),
      class: z.enum(accountClasses),
      isDefault: z.boolean(),
    }),
  ),
})

export const listMemberAccounts = endpoint({
  method: 'GET',
  path: '/financial/members/:memberId/accounts',
  summary: "A member's accounts: what is on each, what of it is pledged or asked for already, and what is free.",
  access: 'transaction.list',
  keyScope: 'savings.read',
  params: z.object({ memberId: id<MemberId>() }),
  reply: z.array(
    z.object({
      accountTypeId: id<AccountTypeId>(),
      name: z.string(),
      kind: z.enum(accountTypeKinds),
      balance: naira,
      pledged: naira,
      /** Asked for and not decided yet. */
      waiting: naira,
      free: naira,
      /** Whole shares that are on it. */
      shares: z.nullable(z.number()),
      /** Nothing leaves it before this day. */
      releaseOn: z.nullable(day),
    }),
  ),
})
