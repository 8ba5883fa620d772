import * as z from 'zod/mini'
import type { LoanConfigurationId, LoanId, MemberId } from '#domain/ids.ts'
import { interestMethods, loanStatuses } from '#domain/loans/loan.ts'
import { endpoint } from './endpoint.ts'
import { day, id, instant, listQuery, longText, naira, nairaAboveZero, requiredText } from './fields.ts'

const loanStatus = z.enum(loanStatuses)

export const listLoanStatuses = endpoint({
  method: 'GET',
  path: '/financial/loan-statuses',
  summary: 'The statuses of a loan in the order of its life, each with its label.',
  access: 'loan.list',
  reply: z.array(z.object({ status: loanStatus, label: z.string() })),
})

export const loan = z.object({
  id: id<LoanId>(),
  status: loanStatus,
  memberId: id<MemberId>(),
  memberName: z.string(),
  membershipno: z.string(),
  loanConfigId: id<LoanConfigurationId>(),
  loanConfig: z.string(),
  principal: naira,
  instalments: z.number(),
  interestMethod: z.enum(interestMethods),
  annualRatePercent: z.number(),
  purpose: z.nullable(z.string()),
  recordedBy: z.string(),
  submittedAt: instant,
})

const loanDetail = z.extend(loan, {
  collateral: z.nullable(z.string()),
  guarantors: z.array(z.object({ memberId: id<MemberId>(), name: z.string(), membershipno: z.string() })),
  decisions: z.array(z.object({ decision: z.enum(['approved', 'rejected']), by: z.string(), at: instant, reason: z.nullable(z.string()) })),
})

const sorts = ['submittedAt', 'principal'] as const
/** How many there are of each status, and the principal of those that the filter shows. */
const totals = z.object({ counts: z.record(loanStatus, z.number()), principal: naira })

export const listLoans = endpoint({
  method: 'GET',
  path: '/financial/loans',
  summary: 'Loans and applications, newest first. A member sees his own.',
  access: 'loan.list',
  query: listQuery(sorts, { status: z.optional(loanStatus), memberId: z.optional(id<MemberId>()) }),
  kind: 'list',
  reply: loan,
  summaryReply: totals,
})

export const listMemberLoans = endpoint({
  method: 'GET',
  path: '/financial/members/:memberId/loans',
  summary: "One member's loans, newest first.",
  access: 'loan.list',
  params: z.object({ memberId: id<MemberId>() }),
  query: listQuery(sorts, { status: z.optional(loanStatus) }),
  kind: 'list',
  reply: loan,
  summaryReply: totals,
})

/** The most guarantors that one loan may have. */
export const guarantorsMax = 20

const someText = (lengthMax: number) => z.optional(z.nullable(longText('Leave it out or write a few words', lengthMax)))

export const applyForLoan = endpoint({
  method: 'POST',
  path: '/financial/loans',
  summary: 'Asks for a loan: a member for himself, an officer for the member he names. Every rule that it breaks is named with its figure.',
  access: 'loan.apply',
  body: z.strictObject({
    memberId: z.optional(id<MemberId>()),
    loanConfigId: id<LoanConfigurationId>(),
    principal: nairaAboveZero,
    instalments: z.int('Enter a whole number of instalments').check(z.minimum(1, 'Enter at least 1 instalment'), z.maximum(600, 'Enter at most 600 instalments')),
    purpose: someText(300),
    collateral: someText(300),
    guarantors: z.optional(
      z
        .array(id<MemberId>(), 'Send the guarantors as a list')
        .check(z.maxLength(guarantorsMax, `Name at most ${guarantorsMax} guarantors`), z.refine((ids) => new Set(ids).size === ids.length, 'Name each guarantor once')),
    ),
  }),
  reply: loanDetail,
  status: 201,
  message: 'Application sent',
})

const loanParams = z.object({ loanId: id<LoanId>() })

export const getLoan = endpoint({
  method: 'GET',
  path: '/financial/loans/:loanId',
  summary: 'One loan with its guarantors and what was decided.',
  access: 'loan.list',
  params: loanParams,
  reply: loanDetail,
})

export const approveLoan = endpoint({
  method: 'POST',
  path: '/financial/loans/:loanId/approve',
  summary: 'Approves an application that still keeps every rule.',
  access: 'loan.decide',
  params: loanParams,
  reply: loanDetail,
  message: 'Loan approved',
})

export const rejectLoan = endpoint({
  method: 'POST',
  path: '/financial/loans/:loanId/reject',
  summary: 'Turns an application down, with the reason that the member reads.',
  access: 'loan.decide',
  params: loanParams,
  body: z.strictObject({ reason: longText('Give the reason', 500) }),
  reply: loanDetail,
  message: 'Loan rejected',
})

export const markLoanPaid = endpoint({
  method: 'POST',
  path: '/financial/loans/:loanId/mark-paid',
  summary: 'Settles a loan that was paid out.',
  access: 'loan.decide',
  params: loanParams,
  reply: loanDetail,
  message: 'Loan marked as paid',
})

export const getLoanLimits = endpoint({
  method: 'GET',
  path: '/financial/loan-limits',
  summary: 'How much a member may borrow at most now on each loan configuration, and why; from when he may borrow at all.',
  access: 'loan.apply',
  query: z.object({ memberId: z.optional(id<MemberId>()) }),
  reply: z.object({
    memberId: id<MemberId>(),
    memberName: z.string(),
    savings: naira,
    /** The principal of other loans that are asked for, approved or running. */
    committed: naira,
    borrowsFrom: day,
    waitingMonths: z.number(),
    guarantorsRequired: z.number(),
    limits: z.array(
      z.object({
        loanConfigId: id<LoanConfigurationId>(),
        name: z.string(),
        isDefault: z.boolean(),
        interestMethod: z.enum(interestMethods),
        annualRatePercent: z.number(),
        instalmentsMax: z.number(),
        max: naira,
        why: z.string(),
      }),
    ),
  }),
})

export const findGuarantor = endpoint({
  method: 'GET',
  path: '/financial/guarantors',
  summary: 'The member whose membership number or phone is named exactly: the name only, to be asked as guarantor.',
  access: 'loan.apply',
  query: z.object({ named: requiredText('Enter a membership number or a phone number', 40) }),
  reply: z.nullable(z.object({ memberId: id<MemberId>(), name: z.string(), membershipno: z.string() })),
})
