import * as z from 'zod/mini'
import { savingsMethods } from './rules/words.ts'
import type { AccountTypeId, InterestRunId, MemberId, TransactionId } from '#core/ids.ts'
import { fileFormats } from '#core/file-format.ts'
import { reportFormat as format } from '#core/contract/report-fields.ts'
import { postings } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, id, instant, listQuery, naira } from '#core/contract/fields.ts'

const period = { from: day, to: day }
const terms = { annualRatePercent: z.number(), method: z.enum(savingsMethods), leastBalance: naira }
const statuses = ['pending', 'approved', 'rejected', 'reversed'] as const

export const listInterestTypes = endpoint({
  method: 'GET',
  path: '/financial/interest',
  summary:
    'The account types whose savings earn interest, with the periods that are over and not posted yet, newest first.',
  access: 'books.read',
  query: listQuery(['name', 'annualRatePercent'], {}),
  kind: 'list',
  reply: z.object({
    accountTypeId: id<AccountTypeId>(),
    name: z.string(),
    ...terms,
    /** Those before a posted one are left out: they can be run only after it is reversed. */
    periods: z.array(z.object(period)),
    /** The newest period that is posted or waits for approval. */
    postedThrough: z.nullable(day),
  }),
})

/** What one account earned. */
const line = {
  memberId: id<MemberId>(),
  membershipno: z.string(),
  name: z.string(),
  /** What earned, on average over the days of the period. */
  basis: naira,
  interest: naira,
  /** What earlier periods came out differently by, because of entries that were dated back or reversed since. */
  difference: naira,
  /** What is posted: both together, never below zero. */
  amount: naira,
}

export const previewInterest = endpoint({
  method: 'GET',
  path: '/financial/interest/preview',
  summary:
    'The interest of a period as it would be posted now: each account with what earned, its interest, and what earlier periods came out differently by since.',
  access: 'books.read',
  says: ['files', 'Downloaded a preview of interest'],
  query: listQuery(['membershipno', 'amount'], { accountTypeId: id<AccountTypeId>(), to: day, format }),
  kind: 'list',
  formats: fileFormats,
  snapshotSeconds: 25,
  reply: z.object(line),
  /** Of all members, whatever the list is narrowed to. */
  summaryReply: z.object({
    name: z.string(),
    ...terms,
    ...period,
    members: z.number(),
    interest: naira,
    difference: naira,
    total: naira,
    approvals: z.number(),
  }),
})

export const runInterest = endpoint({
  method: 'POST',
  path: '/financial/interest/runs',
  summary:
    'Posts the interest of a period as one voucher: a debit of the expense account, a credit of each savings account. It waits for approval where the settings ask for that on journals. The total is the one that was looked at; where the books have changed since, nothing is posted.',
  access: 'transaction.decide',
  says: ['money', 'Posted interest on savings'],
  changes: postings,
  body: z.strictObject({
    accountTypeId: id<AccountTypeId>(),
    /** The last day of the period. */
    to: day,
    total: naira,
    /** The day of the voucher: the last day of the period when left out, a later one where the books are locked. */
    occurredOn: z.optional(day),
  }),
  bodyBytesMax: 100 * 1024,
  reply: z.object({
    runId: id<InterestRunId>(),
    status: z.enum(statuses),
    members: z.number(),
    total: naira,
    entryNumber: z.nullable(z.number()),
    receiptNumber: z.nullable(z.string()),
  }),
  status: 201,
  message: 'Interest recorded',
})

export const listInterestRuns = endpoint({
  method: 'GET',
  path: '/financial/interest/runs',
  summary:
    'The interest that was posted, waits for approval, was turned down or reversed, newest period first. Its transaction is approved, rejected and reversed like any other.',
  access: 'books.read',
  query: listQuery(['to'], { accountTypeId: z.optional(id<AccountTypeId>()) }),
  kind: 'list',
  reply: z.object({
    runId: id<InterestRunId>(),
    transactionId: id<TransactionId>(),
    accountTypeId: id<AccountTypeId>(),
    name: z.string(),
    ...terms,
    ...period,
    status: z.enum(statuses),
    members: z.number(),
    total: naira,
    occurredOn: day,
    entryNumber: z.nullable(z.number()),
    recordedBy: z.string(),
    createdAt: instant,
  }),
})

export const listInterestLines = endpoint({
  method: 'GET',
  path: '/financial/interest/runs/:runId',
  summary: 'What one run paid each account, and on what basis.',
  access: 'books.read',
  says: ['files', 'Downloaded a posting of interest'],
  params: z.object({ runId: id<InterestRunId>() }),
  query: listQuery(['membershipno', 'amount'], { format }),
  kind: 'list',
  formats: fileFormats,
  snapshotSeconds: 25,
  reply: z.object(line),
  summaryReply: z.object({
    name: z.string(),
    ...terms,
    ...period,
    members: z.number(),
    interest: naira,
    difference: naira,
    total: naira,
  }),
})
