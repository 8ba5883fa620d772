import * as z from 'zod/mini'
import type {
  DocumentId,
  LoanConfigurationId,
  LoanId,
  LoanMovementId,
  MeetingId,
  MemberId,
  PenaltyWaiverId,
  ReschedulingId,
  ScheduleId,
  WriteOffId,
} from '#core/ids.ts'
import { instalmentUnits } from './rules/due-dates.ts'
import { answerWays } from './rules/consent.ts'
import { guaranteeStatuses } from './rules/guarantee.ts'
import { recoverySources } from './rules/recovery-source.ts'
import { interestMethods, loanStatuses, movementKinds, movementWays } from './rules/loan.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, id, instant, listQuery, naira, period } from '#core/contract/fields.ts'
import { loanDelivery, loanGood } from '#features/loans/goods/loan-goods.ts'
import { settledLoan, settlingLoan } from '#features/loans/top-ups/contract.ts'
import * as strings from './strings.ts'

const loanStatus = z.enum(loanStatuses)

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
  /** The same; of a loan from the old books what was lent there, of which `principal` was outstanding. */
  lent: naira,
  instalments: z.number(),
  repaidEvery: z.enum(instalmentUnits),
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
  /** More of it is overdue, and for longer, than the society tolerates. */
  inArrears: z.boolean(),
  /** Since when it runs on other terms than were agreed first. */
  rescheduledOn: z.nullable(day),
  /** What falls due next; null before the first money and after the last. */
  next: z.nullable(z.object({ on: day, amount: naira })),
})

const loanMovement = z.object({
  id: id<LoanMovementId>(),
  /** `reallocation`: a reversal moved what other repayments were used for. `recovered`: came in after the loan was written off. */
  kind: z.enum(movementKinds),
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
  /** Interest that was taken off, and fees. */
  deducted: naira,
  feesDeducted: naira,
  entryNumber: z.number(),
  receiptNumber: z.string(),
  recordedBy: z.string(),
  createdAt: instant,
  reversal: z.nullable(z.object({ reason: z.string(), by: z.string(), at: instant, entryNumber: z.number() })),
  /** Why it was recovered from savings, and from whose. */
  recovery: z.nullable(
    z.object({
      reason: z.string(),
      parts: z.array(z.object({ name: z.string(), source: z.enum(recoverySources), amount: naira })),
    }),
  ),
})

const approvals = { asked: z.number(), given: z.array(z.object({ by: z.string(), at: instant })) }

export const loanDetail = z.extend(loan, {
  /** Whether an employer deducts the instalments from the borrower's salary. */
  fromSalary: z.boolean(),
  /** The day of the first money; before that the day from which it is wanted, where the application names one. */
  startOn: z.nullable(day),
  regularInstalment: z.nullable(naira),
  /** Of a loan from the society's old books: how it was there. `principal` is what was outstanding then. */
  takenOver: z.nullable(
    z.object({ asOf: day, beganOn: day, originalPrincipal: naira, originalInstalments: z.number() }),
  ),
  /** What repayments were used for. */
  paid: z.object(parts),
  interestDeducted: naira,
  feesDeducted: naira,
  /** Fees that the first money would bear if it were paid out today. */
  feesToDeduct: naira,
  /** When its first instalment would fall due if money went out today, and if it were given new terms today. */
  firstDueFromToday: z.object({ paidOut: day, rescheduled: day }),
  /** What of its schedule is not as in every loan, in words. */
  scheduleInWords: z.array(z.string()),
  /** What it costs a year as it was agreed, fees and all, in percent; null where it came from old books. */
  yearlyCost: z.nullable(
    z.object({ apr: z.number(), effectiveAnnualRate: z.number(), withSavings: z.nullable(z.number()) }),
  ),
  /** What was agreed beside interest, in words. */
  charges: z.object({ fees: z.array(z.string()), penalty: z.nullable(z.string()) }),
  /** Penalties that were let go, the oldest first. */
  waivers: z.array(
    z.object({
      id: id<PenaltyWaiverId>(),
      status: z.enum(['posted', 'reversed']),
      on: day,
      amount: naira,
      reason: z.string(),
      by: z.string(),
      at: instant,
      reversal: z.nullable(z.object({ reason: z.string(), by: z.string(), at: instant })),
    }),
  ),
  schedule: z.array(
    z.object({
      number: z.number(),
      dueOn: day,
      ...parts,
      total: naira,
      owed: naira,
      /** What of it is penalty. */ owedPenalties: naira,
    }),
  ),
  movements: z.array(loanMovement),
  collateral: z.nullable(z.string()),
  netSalary: z.nullable(naira),
  guarantors: z.array(
    z.object({
      memberId: id<MemberId>(),
      name: z.string(),
      membershipno: z.string(),
      status: z.enum(guaranteeStatuses),
      /** What they pledge of their savings, and what of it holds now. */
      amount: naira,
      held: naira,
      answeredAt: z.nullable(instant),
      /** Null before an answer, and where it was given before Ajose asked. */
      answeredWay: z.nullable(z.enum(answerWays)),
      /** The officer who confirmed the signed form. */
      confirmedBy: z.nullable(z.string()),
      /** When the last consent link was sent. */
      linkSentAt: z.nullable(instant),
      /** The signed form that waits for another officer; officers see it. */
      paper: z.nullable(
        z.object({
          documentId: id<DocumentId>(),
          fileName: z.string(),
          addedBy: z.string(),
          addedAt: instant,
          /** Whether the one who asks may confirm it. */ confirmable: z.boolean(),
        }),
      ),
      replaces: z.nullable(z.string()),
    }),
  ),
  /** How far the guarantors have come: who has accepted of how many, and what their savings cover. */
  guarantees: z.object({ required: z.number(), accepted: z.number(), cover: naira, covered: naira }),
  /** What of the borrower's own savings stays for this loan. */
  ownPledge: naira,
  /** How many officers approve it, and who has so far. */
  approvals: z.object(approvals),
  /** Why another officer has to take the next step, approving or paying out; null where the one who asks may take it. */
  forAnotherOfficer: z.nullable(z.string()),
  /** Whether a second officer approves what the one who asks changes, and from what amount on a reversal waits for that; null: none does. */
  changesWait: z.boolean(),
  reversalsWaitFrom: z.nullable(naira),
  /** New terms that the loan was given, the oldest first; it runs by the last that is in force. */
  reschedulings: z.array(
    z.object({
      id: id<ReschedulingId>(),
      status: z.enum(['posted', 'reversed']),
      on: day,
      instalments: z.number(),
      firstDueOn: day,
      annualRatePercent: z.number(),
      outstanding: naira,
      interestOwed: naira,
      reason: z.string(),
      by: z.string(),
      at: instant,
      reversal: z.nullable(z.object({ reason: z.string(), by: z.string(), at: instant })),
    }),
  ),
  /** How late it was when it got new terms or settled another loan; it counts as late by so many days until `instalments` in a row are paid on time. Officers see it. */
  keptDelay: z.nullable(z.object({ days: z.number(), instalments: z.number(), paidOnTime: z.number() })),
  /** The principal that was written off, and what of it came in since. */
  writtenOff: naira,
  recovered: naira,
  /** The write-off that waits or is in force; officers see it. */
  writeOff: z.nullable(
    z.object({
      id: id<WriteOffId>(),
      status: z.enum(['pending', 'approved']),
      amount: naira,
      on: z.nullable(day),
      reason: z.string(),
      releasesPledges: z.boolean(),
      askedBy: z.string(),
      askedAt: instant,
      /** What the provision bore of it, once it is posted. */
      fromProvision: z.nullable(naira),
      approvals: z.object({ ...approvals, /** Whether the one who asks may approve it now. */ open: z.boolean() }),
    }),
  ),
  /** What it pays for, where it is for goods, and when they were handed over, the oldest first. */
  goods: z.array(loanGood),
  deliveries: z.array(loanDelivery),
  settles: z.array(settledLoan),
  settledBy: z.nullable(settlingLoan),
  /** `withdrawn`: an approved loan that was taken back, by an officer with a reason or by the borrower. */
  decisions: z.array(
    z.object({
      decision: z.enum(['approved', 'rejected', 'withdrawn']),
      by: z.string(),
      at: instant,
      reason: z.nullable(z.string()),
    }),
  ),
  /** Where each officer who decided said that it is in the minutes; `minute` is a number there, or a note. */
  minutes: z.array(
    z.object({
      decision: z.enum(['approved', 'rejected']),
      by: z.string(),
      at: instant,
      meetingId: z.nullable(id<MeetingId>()),
      meeting: z.nullable(z.string()),
      metOn: z.nullable(day),
      minute: z.nullable(z.string()),
    }),
  ),
})

const sorts = ['submittedAt', 'principal'] as const
/** How many there are of each status, and of those that the filter shows the principal, asked for and outstanding; how many are overdue. */
const totals = z.object({
  counts: z.record(loanStatus, z.number()),
  principal: naira,
  outstanding: naira,
  overdueLoans: z.number(),
})

export const listLoans = endpoint({
  method: 'GET',
  path: '/financial/loans',
  summary: 'Loans and applications, newest first. A member sees their own.',
  access: 'loan.list',
  keyScope: 'loans.read',
  query: listQuery(sorts, {
    status: z.optional(loanStatus),
    memberId: z.optional(id<MemberId>()),
    /** Only those that are in arrears. */
    overdue: z.optional(z.literal('true', strings.useTrueOrLeaveIt)),
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
  keyScope: 'loans.read',
  params: z.object({ memberId: id<MemberId>() }),
  query: listQuery(sorts, { status: z.optional(loanStatus) }),
  kind: 'list',
  reply: loan,
  summaryReply: totals,
})

/** The most guarantors that one loan may have. */
export const guarantorsMax = 20

const loanParams = z.object({ loanId: id<LoanId>() })

export const getLoan = endpoint({
  method: 'GET',
  path: '/financial/loans/:loanId',
  summary: 'One loan with its guarantors and what was decided.',
  access: 'loan.list',
  keyScope: 'loans.read',
  params: loanParams,
  reply: loanDetail,
})
