import * as z from 'zod/mini'
import type { LoanAccrualId, LoanId, MemberId, TransactionId } from '#domain/ids.ts'
import { fileFormats } from '#domain/books/ledger/file-format.ts'
import { interestBases } from '#domain/lending/loans/loan.ts'
import { reportFormat as format } from '#contract/books/report-fields.ts'
import { endpoint } from '#contract/endpoint.ts'
import { day, id, instant, listQuery, naira } from '#contract/fields.ts'

const statuses = ['pending', 'approved', 'rejected', 'reversed'] as const

/** Earned and not paid; paid and not earned; earned, but of loans that do not perform. */
const sums = { receivable: naira, inAdvance: naira, suspended: naira }

export const listLoanAccruals = endpoint({
  method: 'GET',
  path: '/financial/loan-accruals',
  summary:
    'The accruals of interest on loans, newest first, with the month ends that can be posted. Its journal is approved, rejected and reversed like any other transaction.',
  access: 'books.read',
  query: listQuery(['on'], {}),
  kind: 'list',
  reply: z.object({
    accrualId: id<LoanAccrualId>(),
    transactionId: id<TransactionId>(),
    on: day,
    ...sums,
    status: z.enum(statuses),
    entryNumber: z.nullable(z.number()),
    recordedBy: z.string(),
    createdAt: instant,
  }),
  summaryReply: z.object({
    basis: z.enum(interestBases),
    suspendAfterDays: z.number(),
    /** Month ends that are over and in open books, newest first; none where the society calculates by cash and has nothing to take out. */
    days: z.array(day),
  }),
})

/** What one loan has earned. */
const line = {
  loanId: id<LoanId>(),
  memberId: id<MemberId>(),
  membershipno: z.string(),
  name: z.string(),
  loanConfig: z.string(),
  ...sums,
  daysLate: z.number(),
}

export const previewLoanAccrual = endpoint({
  method: 'GET',
  path: '/financial/loan-accruals/preview',
  summary:
    'What an accrual at a month end would be now: each loan with interest that is earned and not paid, or paid and not earned.',
  access: 'books.read',
  query: listQuery(['receivable', 'membershipno'], { on: day, format }),
  kind: 'list',
  formats: fileFormats,
  snapshotSeconds: 25,
  reply: z.object(line),
  /** Of all loans, whatever the list is narrowed to. `income`: by how much the accrual changes what the society has earned; below zero where it takes back. */
  summaryReply: z.object({
    on: day,
    loans: z.number(),
    ...sums,
    before: z.object({ receivable: naira, inAdvance: naira }),
    income: naira,
    approvals: z.number(),
  }),
})

export const postLoanAccrual = endpoint({
  method: 'POST',
  path: '/financial/loan-accruals',
  summary:
    'Posts, as a journal on the last day of a month, by how much interest on loans that is earned and not paid has changed since the last accrual. It waits for approval where the settings ask for that on journals. Where the loans have changed since they were looked at, nothing is posted.',
  access: 'transaction.decide',
  body: z.strictObject({ on: day, receivable: naira, inAdvance: naira }),
  reply: z.object({
    accrualId: id<LoanAccrualId>(),
    status: z.enum(statuses),
    entryNumber: z.nullable(z.number()),
    receiptNumber: z.nullable(z.string()),
  }),
  status: 201,
  message: 'Interest on loans recorded',
})

export const listLoanAccrualLines = endpoint({
  method: 'GET',
  path: '/financial/loan-accruals/:accrualId',
  summary: 'What one accrual found of each loan.',
  access: 'books.read',
  params: z.object({ accrualId: id<LoanAccrualId>() }),
  query: listQuery(['receivable', 'membershipno'], { format }),
  kind: 'list',
  formats: fileFormats,
  snapshotSeconds: 25,
  reply: z.object(line),
  summaryReply: z.object({ on: day, loans: z.number(), ...sums }),
})
