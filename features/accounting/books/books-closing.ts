import * as z from 'zod/mini'
import type { AccountId, EntryId } from '#core/ids.ts'
import { accountClasses } from './rules/account.ts'
import { chart, vouchers } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, id, instant, lengthAtMost, listQuery, longText, naira, requiredText } from '#core/contract/fields.ts'

const chartAccount = z.object({
  id: id<AccountId>(),
  code: z.string(),
  name: z.string(),
  class: z.enum(accountClasses),
  isControl: z.boolean(),
  holdsCash: z.boolean(),
  /** On its normal side, with what is on the accounts under it. */
  balance: naira,
  retired: z.boolean(),
  /** Why it cannot be retired now; null where it can. */
  staysBecause: z.nullable(z.string()),
})

export const listAccounts = endpoint({
  method: 'GET',
  path: '/financial/accounts',
  summary:
    "The chart of accounts with today's balances, retired accounts too; members' accounts are summed under their control accounts.",
  access: 'books.read',
  query: listQuery(['code', 'name', 'balance'], {}),
  kind: 'list',
  reply: chartAccount,
})

const name = requiredText('Give the account a name', 80)

export const createAccount = endpoint({
  method: 'POST',
  path: '/financial/accounts',
  summary:
    'Adds an account of the society to the chart. The first digit of its code says its class: 1 assets, 2 liabilities, 3 equity, 4 income, 5 expenses.',
  access: 'books.manage',
  says: ['books', 'Added an account to the chart'],
  changes: chart,
  body: z.strictObject({
    code: z
      .string('Give the account a code')
      .check(
        lengthAtMost(16, 'Use four digits; the first is 1 to 5 for the class'),
        z.trim(),
        z.regex(/^[1-5]\d{3}$/, 'Use four digits; the first is 1 to 5 for the class'),
      ),
    name,
    class: z.enum(accountClasses, 'Choose the class'),
    /** Money in hand or at a bank: it is in the cash book. Assets only. */
    holdsCash: z.optional(z.boolean('Use true or false')),
  }),
  reply: chartAccount,
  status: 201,
  message: 'Account added',
})

export const updateAccount = endpoint({
  method: 'PUT',
  path: '/financial/accounts/:accountId',
  summary: 'Renames an account of the chart, retires it or brings it back. Accounts never vanish.',
  access: 'books.manage',
  says: ['books', 'Changed an account of the chart'],
  changes: chart,
  params: z.object({ accountId: id<AccountId>() }),
  body: z.strictObject({ name: z.optional(name), retired: z.optional(z.boolean('Use true or false')) }),
  reply: chartAccount,
  message: 'Account changed',
})

const closing = z.object({ entryId: id<EntryId>(), number: z.number(), surplus: naira, by: z.string(), at: instant })

const booksState = z.object({
  booksBeginOn: day,
  closedThrough: z.nullable(day),
  /** Whoever locked may reopen alone; with two or more officers another one does. */
  officers: z.number(),
  /** Newest first, from the year of the first entry to this year. */
  years: z.array(
    z.object({
      from: day,
      to: day,
      /** The surplus of its income statement. */
      surplus: naira,
      closing: z.nullable(closing),
      /** Why it cannot be closed now; null where it can. */
      waitsBecause: z.nullable(z.string()),
    }),
  ),
  /** Newest first. */
  changes: z.array(
    z.object({
      kind: z.enum(['lock', 'reopen']),
      through: z.nullable(day),
      before: z.nullable(day),
      reason: z.nullable(z.string()),
      by: z.string(),
      at: instant,
    }),
  ),
})

export const getBooks = endpoint({
  method: 'GET',
  path: '/financial/books',
  summary: 'How far the books are locked, by whom, and which years are closed.',
  access: 'books.read',
  reply: booksState,
})

export const lockBooks = endpoint({
  method: 'POST',
  path: '/financial/books/lock',
  summary: 'Locks the books through a day: nothing dated on it or before is posted any more.',
  access: 'books.manage',
  says: ['books', 'Locked the books'],
  changes: vouchers,
  body: z.strictObject({ through: day }),
  reply: booksState,
  message: 'Books locked',
})

export const reopenBooks = endpoint({
  method: 'POST',
  path: '/financial/books/reopen',
  summary:
    'Opens the books again after a day, or all of them, but no year that is closed. With two or more officers, another one than who locked.',
  access: 'books.manage',
  stepUp: true,
  says: ['books', 'Reopened the books'],
  changes: vouchers,
  body: z.strictObject({ through: z.optional(z.nullable(day)), reason: longText('Give the reason', 500) }),
  reply: booksState,
  message: 'Books reopened',
})

export const closeYear = endpoint({
  method: 'POST',
  path: '/financial/books/close-year',
  summary:
    'Closes a fiscal year that is over: an entry of its last day moves what is on income and expenses to undistributed surplus, and the books are locked through that day.',
  access: 'books.manage',
  says: ['books', 'Closed a fiscal year'],
  changes: vouchers,
  mayWait: true,
  body: z.strictObject({
    yearEnd: day,
    /** What is open and may remain so, each with the reason. Everything that is open must be on the list; left out, it is an empty one. */
    accepted: z.optional(
      z
        .array(
          z.strictObject({ item: requiredText('Name the item', 40), reason: longText('Give the reason', 500) }),
          'Send what is accepted as a list',
        )
        .check(z.maxLength(100, 'Send 100 items at most')),
    ),
  }),
  reply: booksState,
  status: 201,
  message: 'Year closed',
})

export const reverseClosing = endpoint({
  method: 'POST',
  path: '/financial/books/reverse-closing',
  summary:
    'Reverses the closing of the newest closed year by an entry of the same day, and reopens it; both entries stay in the books.',
  access: 'books.manage',
  says: ['books', 'Reversed the closing of a fiscal year'],
  changes: vouchers,
  stepUp: true,
  mayWait: true,
  body: z.strictObject({ yearEnd: day, reason: longText('Give the reason', 500) }),
  reply: booksState,
  message: 'Closing reversed',
})
