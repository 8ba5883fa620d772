import * as z from 'zod/mini'
import type { AccountId, LoanConfigurationId, LoanId, LoanMovementId, MemberId, ScheduleId } from '#domain/ids.ts'
import { guaranteeStatuses } from '#domain/loans/guarantee.ts'
import { recoverySources } from '#domain/loans/recovery-source.ts'
import { disbursementWays, interestMethods, loanStatuses, movementWays, repaymentWays } from '#domain/loans/loan.ts'
import { endpoint } from './endpoint.ts'
import { day, id, instant, listQuery, longText, naira, nairaAboveZero, period, requiredText } from './fields.ts'

const loanStatus = z.enum(loanStatuses)

export const listLoanStatuses = endpoint({
  method: 'GET',
  path: '/financial/loan-statuses',
  summary: 'The statuses of a loan in the order of its life, each with its label.',
  access: 'loan.list',
  reply: z.array(z.object({ status: loanStatus, label: z.string() })),
})

/** A part of money that is owed or was paid. */
const parts = { principal: naira, interest: naira, fees: naira, penalties: naira }

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
  disbursed: naira,
  /** Principal that was paid out and has not come back. */
  outstanding: naira,
  /** What has fallen due before today and is not paid. */
  overdue: naira,
  /** What falls due next; null before the first money and after the last. */
  next: z.nullable(z.object({ on: day, amount: naira })),
})

const loanMovement = z.object({
  id: id<LoanMovementId>(),
  /** `reallocation`: a reversal moved what other repayments were used for. */
  kind: z.enum(['disbursement', 'repayment', 'reallocation']),
  status: z.enum(['posted', 'reversed']),
  amount: naira,
  occurredOn: day,
  /** `deduction`: from a salary, with the return of an employer. */
  way: z.nullable(z.enum(movementWays)),
  /** The society's account that paid or took in, by its name then. */
  paidThrough: z.nullable(z.string()),
  /** The deduction schedule that it came with; an officer sees it. */
  schedule: z.nullable(z.object({ id: id<ScheduleId>(), period, employer: z.string() })),
  /** What it changed of what was paid; below zero where a payment dated back moved what came later. */
  ...parts,
  /** Interest that was taken off. */
  deducted: naira,
  entryNumber: z.number(),
  receiptNumber: z.string(),
  recordedBy: z.string(),
  createdAt: instant,
  reversal: z.nullable(z.object({ reason: z.string(), by: z.string(), at: instant, entryNumber: z.number() })),
  /** Why it was recovered from savings, and from whose. */
  recovery: z.nullable(z.object({ reason: z.string(), parts: z.array(z.object({ name: z.string(), source: z.enum(recoverySources), amount: naira })) })),
})

export const loanDetail = z.extend(loan, {
  startOn: z.nullable(day),
  regularInstalment: z.nullable(naira),
  /** What repayments were used for. */
  paid: z.object(parts),
  interestDeducted: naira,
  schedule: z.array(z.object({ number: z.number(), dueOn: day, ...parts, total: naira, owed: naira })),
  movements: z.array(loanMovement),
  collateral: z.nullable(z.string()),
  netSalary: z.nullable(naira),
  guarantors: z.array(
    z.object({
      memberId: id<MemberId>(),
      name: z.string(),
      membershipno: z.string(),
      status: z.enum(guaranteeStatuses),
      /** What he pledges of his savings, and what of it holds now. */
      amount: naira,
      held: naira,
      answeredAt: z.nullable(instant),
      replaces: z.nullable(z.string()),
    }),
  ),
  /** How far the guarantors have come: who has accepted of how many, and what their savings cover. */
  guarantees: z.object({ required: z.number(), accepted: z.number(), cover: naira, covered: naira }),
  /** What of the borrower's own savings stays for this loan. */
  ownPledge: naira,
  /** How many officers approve it, and who has so far. */
  approvals: z.object({ asked: z.number(), given: z.array(z.object({ by: z.string(), at: instant })) }),
  decisions: z.array(z.object({ decision: z.enum(['approved', 'rejected']), by: z.string(), at: instant, reason: z.nullable(z.string()) })),
})

const sorts = ['submittedAt', 'principal'] as const
/** How many there are of each status, and of those that the filter shows the principal, asked for and outstanding; how many are overdue. */
const totals = z.object({ counts: z.record(loanStatus, z.number()), principal: naira, outstanding: naira, overdueLoans: z.number() })

export const listLoans = endpoint({
  method: 'GET',
  path: '/financial/loans',
  summary: 'Loans and applications, newest first. A member sees his own.',
  access: 'loan.list',
  query: listQuery(sorts, {
    status: z.optional(loanStatus),
    memberId: z.optional(id<MemberId>()),
    /** Only those of which something is overdue. */
    overdue: z.optional(z.literal('true', 'Use true or leave it out')),
  }),
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

export const getLoanPortfolio = endpoint({
  method: 'GET',
  path: '/financial/loans/portfolio',
  summary: 'Where all running loans together stand today: by product, what is at risk, what should be set aside, and what this month should bring in.',
  access: 'books.read',
  reply: z.object({
    asOf: day,
    products: z.array(z.object({ loanConfigId: id<LoanConfigurationId>(), name: z.string(), loans: z.number(), outstanding: naira, overdue: naira })),
    totals: z.object({ loans: z.number(), outstanding: naira, overdue: naira, overdueLoans: z.number() }),
    /** The whole balance of loans of which anything is late for more than so many days. */
    atRisk: z.array(z.object({ days: z.number(), loans: z.number(), outstanding: naira, percent: z.number() })),
    provisions: z.array(z.object({ name: z.string(), from: z.number(), to: z.nullable(z.number()), percent: z.number(), loans: z.number(), outstanding: naira, provision: naira })),
    /** Of the instalments that fall due this month. */
    thisMonth: z.object({ period, due: naira, paid: naira, owed: naira }),
  }),
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
    /** Of a month, where the loan keeps to a third of it. */
    netSalary: z.optional(nairaAboveZero),
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

/** A cash or bank account of the chart; cash in hand, or the bank where the way is a bank's, when left out. */
const paidThrough = z.optional(id<AccountId>())
const moneyBack = z.optional(z.enum(repaymentWays, `Use one of ${repaymentWays.join(', ')}`))

export const disburseLoan = endpoint({
  method: 'POST',
  path: '/financial/loans/:loanId/disburse',
  summary: 'Pays out an approved loan, whole or in parts. Interest that is due upfront is taken off.',
  access: 'loan.disburse',
  params: loanParams,
  body: z.strictObject({
    /** Today when left out. */
    on: z.optional(day),
    /** All that is not paid out yet when left out. */
    amount: z.optional(nairaAboveZero),
    /** `vendor`: by bank to whom the member buys from. */
    to: z.enum(disbursementWays, `Use one of ${disbursementWays.join(', ')}`),
    paidThrough,
    /** A month after the first money when left out. */
    firstDueOn: z.optional(day),
  }),
  reply: loanDetail,
  status: 201,
  message: 'Loan paid out',
})

export const repayLoan = endpoint({
  method: 'POST',
  path: '/financial/loans/:loanId/repayments',
  summary: 'Records a repayment. It is used for the oldest instalment first: penalty, fee, interest, principal; what is left repays principal that is not due yet.',
  access: 'loan.repay',
  params: loanParams,
  body: z.strictObject({
    amount: nairaAboveZero,
    /** Today when left out. */
    on: z.optional(day),
    /** Cash when left out. */
    from: moneyBack,
    paidThrough,
  }),
  reply: loanDetail,
  status: 201,
  message: 'Repayment recorded',
})

export const getSettlementQuote = endpoint({
  method: 'GET',
  path: '/financial/loans/:loanId/settlement-quote',
  summary: 'What settles the loan on a day, today when none is given.',
  access: 'loan.list',
  params: loanParams,
  query: z.object({ on: z.optional(day) }),
  reply: z.object({ on: day, amount: naira, outstanding: naira, interest: naira, fees: naira, penalties: naira }),
})

export const markLoanPaid = endpoint({
  method: 'POST',
  path: '/financial/loans/:loanId/mark-paid',
  summary: 'Settles a running loan today, by a repayment of what the settlement quote says.',
  access: 'loan.repay',
  params: loanParams,
  // The specification's call has no body.
  query: z.object({ from: moneyBack, paidThrough }),
  reply: loanDetail,
  message: 'Loan marked as paid',
})

export const reverseLoanMovement = endpoint({
  method: 'POST',
  path: '/financial/loans/:loanId/movements/:movementId/reverse',
  summary: 'Undoes a disbursement, a repayment or a recovery; the schedule is what it would have been without it.',
  access: 'loan.repay',
  params: z.object({ loanId: id<LoanId>(), movementId: id<LoanMovementId>() }),
  body: z.strictObject({ reason: longText('Give the reason', 500) }),
  reply: loanDetail,
  message: 'Reversed',
})

export const withdrawLoan = endpoint({
  method: 'POST',
  path: '/financial/loans/:loanId/withdraw',
  summary: 'Takes an application back while nobody has decided about it; its guarantors are free again.',
  access: 'loan.apply',
  params: loanParams,
  reply: loanDetail,
  message: 'Application withdrawn',
})

export const askGuarantor = endpoint({
  method: 'POST',
  path: '/financial/loans/:loanId/guarantors',
  summary: 'Asks another member to stand in the place of a guarantor, who stays until the new one has accepted.',
  access: 'loan.apply',
  params: loanParams,
  body: z.strictObject({ memberId: id<MemberId>(), replaces: id<MemberId>() }),
  reply: loanDetail,
  status: 201,
  message: 'Guarantor asked',
})

export const findGuarantor = endpoint({
  method: 'GET',
  path: '/financial/guarantors',
  summary: 'The member whose membership number or phone is named exactly: the name only, to be asked as guarantor.',
  access: 'loan.apply',
  query: z.object({ named: requiredText('Enter a membership number or a phone number', 40) }),
  reply: z.nullable(z.object({ memberId: id<MemberId>(), name: z.string(), membershipno: z.string() })),
})
