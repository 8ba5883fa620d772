import { entryKinds } from './rules/entry.ts'
import * as z from 'zod/mini'
import type { AccountId, AccountTypeId, EntryId, MemberId, TransactionId } from '#core/ids.ts'
import { accountClasses } from './rules/account.ts'
import { fileFormats } from '#core/file-format.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, id, instant, listQuery, naira } from '#core/contract/fields.ts'
import { ofDays, reportFormat } from '#core/contract/report-fields.ts'

const days = { ...ofDays, format: reportFormat }
const asOf = { asOf: z.optional(day), format: reportFormat }

export const listReports = endpoint({
  method: 'GET',
  path: '/financial/reports',
  summary: 'The reports that this person can run, by group.',
  access: 'books.read',
  keyScope: 'books.read',
  reply: z.array(
    z.object({
      name: z.string(),
      group: z.string(),
      title: z.string(),
      says: z.string(),
      formats: z.array(z.string()),
    }),
  ),
})

const standing = { debit: naira, credit: naira }
const account = { accountId: id<AccountId>(), code: z.string(), name: z.string() }

export const getTrialBalance = endpoint({
  method: 'GET',
  path: '/financial/reports/trial-balance',
  summary:
    'Every account: its balance before the period, both sides of what moved in it, and its balance after it. The totals of each column agree.',
  access: 'books.read',
  says: ['files', 'Downloaded the trial balance'],
  keyScope: 'books.read',
  query: z.object(days),
  formats: fileFormats,
  snapshotSeconds: 25,
  reply: z.object({
    from: day,
    asOf: day,
    accounts: z.array(
      z.object({
        ...account,
        class: z.enum(accountClasses),
        opening: z.object(standing),
        movement: z.object(standing),
        ...standing,
      }),
    ),
    totals: z.object({ opening: z.object(standing), movement: z.object(standing), ...standing }),
    balanced: z.boolean(),
  }),
})

const statementLines = z.array(z.object({ ...account, amount: naira }))

export const getIncomeStatement = endpoint({
  method: 'GET',
  path: '/financial/reports/income-statement',
  summary:
    'Income and expenses of a period, and the surplus. The entry that closes a year is left out, so a closed year shows its figures.',
  access: 'books.read',
  says: ['files', 'Downloaded the income statement'],
  keyScope: 'books.read',
  query: z.object(days),
  formats: fileFormats,
  snapshotSeconds: 25,
  reply: z.object({
    from: day,
    to: day,
    income: statementLines,
    expenses: statementLines,
    totals: z.object({ income: naira, expenses: naira, surplus: naira }),
  }),
})

export const getBalanceSheet = endpoint({
  method: 'GET',
  path: '/financial/reports/balance-sheet',
  summary:
    'Assets, liabilities and funds at the end of a day; the funds hold the surplus that no closing has moved yet. Assets are liabilities and funds.',
  access: 'books.read',
  says: ['files', 'Downloaded the balance sheet'],
  keyScope: 'books.read',
  query: z.object(asOf),
  formats: fileFormats,
  snapshotSeconds: 25,
  reply: z.object({
    asOf: day,
    /** The first day of the fiscal year of that day. */
    yearFrom: day,
    assets: statementLines,
    liabilities: statementLines,
    funds: statementLines,
    surplus: z.object({ ofThisYear: naira, ofEarlierYears: naira }),
    totals: z.object({ assets: naira, liabilities: naira, funds: naira, liabilitiesAndFunds: naira }),
    balanced: z.boolean(),
  }),
})

const cashStanding = z.array(z.object({ ...account, opening: naira, closing: naira }))

export const getReceiptsAndPayments = endpoint({
  method: 'GET',
  path: '/financial/reports/receipts-and-payments',
  summary:
    'What came into cash and bank in a period by what it was for, what went out, and what was there before and after. A reversal is taken off what it reverses; money moved between cash and bank is neither.',
  access: 'books.read',
  says: ['files', 'Downloaded receipts and payments'],
  keyScope: 'books.read',
  query: z.object(days),
  formats: fileFormats,
  snapshotSeconds: 25,
  reply: z.object({
    from: day,
    to: day,
    cash: cashStanding,
    receipts: statementLines,
    payments: statementLines,
    totals: z.object({ opening: naira, receipts: naira, payments: naira, closing: naira }),
    balanced: z.boolean(),
  }),
})

const entryReference = z.nullable(z.object({ entryId: id<EntryId>(), number: z.number() }))

/** One entry as an account saw it; an entry of many postings to it is one line with their sum. */
const ledgerLine = {
  entryId: id<EntryId>(),
  number: z.number(),
  on: day,
  kind: z.enum(entryKinds),
  description: z.string(),
  /** The account on the other side, where it is a single posting. */
  against: z.nullable(z.string()),
  /** How many postings the sum is made of. */
  postings: z.number(),
  reverses: entryReference,
  reversedBy: entryReference,
}

export const getGeneralLedger = endpoint({
  method: 'GET',
  path: '/financial/reports/general-ledger',
  summary:
    'One account in a period, or all of them one after the other: its balance before, each entry that touched it or an account under it with the balance after, and its balance at the end. A reversed entry and its reversal both stay and name each other. Balances are on the normal side of the account.',
  access: 'books.read',
  says: ['files', 'Downloaded the general ledger'],
  keyScope: 'books.read',
  query: listQuery(['on'], {
    ...days,
    /** Every account of the society when left out. */ accountId: z.optional(id<AccountId>()),
  }),
  kind: 'list',
  formats: fileFormats,
  snapshotSeconds: 25,
  reply: z.object({ account: z.object(account), ...ledgerLine, ...standing, balance: naira }),
  summaryReply: z.object({
    /** Null for all of them. */
    account: z.nullable(
      z.object({
        ...account,
        class: z.enum(accountClasses),
        isControl: z.boolean(),
        memberId: z.nullable(id<MemberId>()),
        memberName: z.nullable(z.string()),
      }),
    ),
    from: day,
    to: day,
    /** Of the one account; of all of them zero, as debits and credits cancel out. */
    opening: naira,
    ...standing,
    closing: naira,
    /** Each account that had a balance or moved, by its code; the debits of all of them are their credits. */
    accounts: z.array(
      z.object({ ...account, class: z.enum(accountClasses), opening: naira, ...standing, closing: naira }),
    ),
  }),
})

export const getCashBook = endpoint({
  method: 'GET',
  path: '/financial/reports/cash-book',
  summary:
    'Receipts and payments of the cash and bank accounts, or of one of them, day by day with the balance. The last line of a day carries the sums of that day.',
  access: 'books.read',
  says: ['files', 'Downloaded the cash book'],
  keyScope: 'books.read',
  query: listQuery(['on'], { ...days, accountId: z.optional(id<AccountId>()) }),
  kind: 'list',
  formats: fileFormats,
  snapshotSeconds: 25,
  reply: z.object({
    ...ledgerLine,
    account: z.string(),
    receipts: naira,
    payments: naira,
    balance: naira,
    endOfDay: z.nullable(z.object({ receipts: naira, payments: naira })),
  }),
  summaryReply: z.object({
    from: day,
    to: day,
    /** The accounts to choose from. */
    accounts: cashStanding,
    opening: naira,
    receipts: naira,
    payments: naira,
    closing: naira,
  }),
})

const side = z.object({ ...account, memberId: z.nullable(id<MemberId>()), memberName: z.nullable(z.string()) })

export const getEntry = endpoint({
  method: 'GET',
  path: '/financial/entries/:entryId',
  snapshotSeconds: 10,
  summary:
    'One entry of the books: its postings, who made it and when, its hash, what it reverses or is reversed by, and where it comes from.',
  access: 'books.read',
  keyScope: 'books.read',
  params: z.object({ entryId: id<EntryId>() }),
  query: listQuery(['line'], {}),
  kind: 'list',
  reply: z.object({
    line: z.number(),
    debit: side,
    credit: side,
    amount: naira,
    transactionId: z.nullable(id<TransactionId>()),
  }),
  summaryReply: z.object({
    entryId: id<EntryId>(),
    number: z.number(),
    on: day,
    kind: z.enum(entryKinds),
    description: z.string(),
    source: z.object({ type: z.string(), transactions: z.number(), importId: z.nullable(z.string()) }),
    by: z.nullable(z.string()),
    reason: z.nullable(z.string()),
    createdAt: instant,
    hash: z.string(),
    previousHash: z.string(),
    total: naira,
    reverses: entryReference,
    reversedBy: entryReference,
  }),
})

export const getMemberBalances = endpoint({
  method: 'GET',
  path: '/financial/reports/member-balances',
  summary:
    'What each member holds on each account type at the end of a day, by membership number. The summary puts the sum of the members beside the control account of the books; the two agree.',
  access: 'books.read',
  says: ['files', "Downloaded members' balances"],
  keyScope: 'books.read',
  query: listQuery(['membershipno', 'total'], asOf),
  kind: 'list',
  formats: fileFormats,
  snapshotSeconds: 25,
  reply: z.object({
    memberId: id<MemberId>(),
    membershipno: z.string(),
    name: z.string(),
    /** Account types on which the member holds nothing are left out. */
    balances: z.array(z.object({ accountTypeId: id<AccountTypeId>(), amount: naira })),
    total: naira,
  }),
  /** Of all members, whatever the list is narrowed to. */
  summaryReply: z.object({
    asOf: day,
    accountTypes: z.array(
      z.object({
        id: id<AccountTypeId>(),
        name: z.string(),
        controlId: id<AccountId>(),
        controlCode: z.string(),
        members: naira,
        control: naira,
        agrees: z.boolean(),
      }),
    ),
    total: naira,
  }),
})

export const proveBooks = endpoint({
  method: 'GET',
  path: '/financial/reports/proof',
  snapshotSeconds: 60,
  summary:
    'Recomputes the books from their postings and says of each check what was looked at, how many rows, whether it holds, what is wrong first, and how long it took.',
  access: 'books.read',
  reply: z.object({
    at: instant,
    holds: z.boolean(),
    lastEntry: z.number(),
    hash: z.string(),
    checks: z.array(
      z.object({
        name: z.string(),
        title: z.string(),
        says: z.string(),
        rows: z.number(),
        holds: z.boolean(),
        wrong: z.nullable(z.string()),
        milliseconds: z.number(),
      }),
    ),
  }),
})
