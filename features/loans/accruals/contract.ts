import * as z from 'zod/mini'
import type { FixedDepositId, LoanAccrualId, LoanId, MemberId, TransactionId } from '#core/ids.ts'
import { fileFormats } from '#core/file-format.ts'
import { interestBases } from '#features/loans/loans/rules/loan.ts'
import { reportFormat as format } from '#core/contract/report-fields.ts'
import { postings } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, id, instant, listQuery, naira } from '#core/contract/fields.ts'

const statuses = ['pending', 'approved', 'rejected', 'reversed'] as const

/** Earned and not paid; paid and not earned; earned, but of loans that do not perform. */
const sums = { receivable: naira, inAdvance: naira, suspended: naira }

export const listLoanAccruals = endpoint({
  method: 'GET',
  path: '/financial/loan-accruals',
  summary:
    'The accruals of interest on loans and fixed deposits, newest first, with the month ends that can be posted. Its journal is approved, rejected and reversed like any other transaction.',
  access: 'books.read',
  query: listQuery(['on'], {}),
  kind: 'list',
  reply: z.object({
    accrualId: id<LoanAccrualId>(),
    transactionId: id<TransactionId>(),
    on: day,
    ...sums,
    /** Earned by fixed deposits and not paid to their members. */
    payable: naira,
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
  says: ['files', 'Downloaded a preview of accrued loan interest'],
  query: listQuery(['receivable', 'membershipno'], { on: day, format }),
  kind: 'list',
  formats: fileFormats,
  snapshotSeconds: 25,
  reply: z.object(line),
  /** Of all loans and fixed deposits, whatever the list is narrowed to. `income` and `expense`: by how much the accrual changes what the society has earned, and what deposits cost it; below zero where it takes back. */
  summaryReply: z.object({
    on: day,
    loans: z.number(),
    ...sums,
    deposits: z.number(),
    payable: naira,
    before: z.object({ receivable: naira, inAdvance: naira, payable: naira }),
    income: naira,
    expense: naira,
    approvals: z.number(),
  }),
})

export const postLoanAccrual = endpoint({
  method: 'POST',
  path: '/financial/loan-accruals',
  summary:
    'Posts, as a journal on the last day of a month, by how much interest on loans and fixed deposits that is earned and not paid has changed since the last accrual. It waits for approval where the settings ask for that on journals. Where they have changed since they were looked at, nothing is posted.',
  access: 'transaction.decide',
  says: ['loans', 'Posted accrued interest'],
  changes: postings,
  body: z.strictObject({ on: day, receivable: naira, inAdvance: naira, payable: naira }),
  reply: z.object({
    accrualId: id<LoanAccrualId>(),
    status: z.enum(statuses),
    entryNumber: z.nullable(z.number()),
    receiptNumber: z.nullable(z.string()),
  }),
  status: 201,
  message: 'Interest recorded',
})

export const listLoanAccrualLines = endpoint({
  method: 'GET',
  path: '/financial/loan-accruals/:accrualId',
  summary: 'What one accrual found of each loan.',
  access: 'books.read',
  says: ['files', 'Downloaded a posting of accrued loan interest'],
  params: z.object({ accrualId: id<LoanAccrualId>() }),
  query: listQuery(['receivable', 'membershipno'], { format }),
  kind: 'list',
  formats: fileFormats,
  snapshotSeconds: 25,
  reply: z.object(line),
  summaryReply: z.object({ on: day, loans: z.number(), ...sums }),
})

/** What one deposit has earned and its member has not been paid. */
const depositLine = {
  depositId: id<FixedDepositId>(),
  certificate: z.string(),
  memberId: id<MemberId>(),
  membershipno: z.string(),
  name: z.string(),
  account: z.string(),
  maturesOn: day,
  payable: naira,
}
const depositSums = z.object({ on: day, deposits: z.number(), payable: naira })

export const previewDepositAccrual = endpoint({
  method: 'GET',
  path: '/financial/loan-accruals/preview/deposits',
  summary: 'What an accrual at a month end would find now of each fixed deposit that was open then.',
  access: 'books.read',
  says: ['files', 'Downloaded a preview of accrued deposit interest'],
  query: listQuery(['payable', 'membershipno'], { on: day, format }),
  kind: 'list',
  formats: fileFormats,
  snapshotSeconds: 25,
  reply: z.object(depositLine),
  summaryReply: depositSums,
})

export const listDepositAccrualLines = endpoint({
  method: 'GET',
  path: '/financial/loan-accruals/:accrualId/deposits',
  summary: 'What one accrual found of each fixed deposit.',
  access: 'books.read',
  says: ['files', 'Downloaded a posting of accrued deposit interest'],
  params: z.object({ accrualId: id<LoanAccrualId>() }),
  query: listQuery(['payable', 'membershipno'], { format }),
  kind: 'list',
  formats: fileFormats,
  snapshotSeconds: 25,
  reply: z.object(depositLine),
  summaryReply: depositSums,
})
