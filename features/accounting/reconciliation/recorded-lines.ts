import * as z from 'zod/mini'
import type { AccountId, AccountTypeId, BankLineId, BankRuleId, LoanId, MemberId, ScheduleId } from '#core/ids.ts'
import { payroll, vouchers } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, id, instant, lengthAtMost, nairaAboveZero, optionalText } from '#core/contract/fields.ts'
import { anotherPayment } from '#features/savings/transactions/another-payment.ts'

/** What a line of the bank can be recorded as. */
export const lineKinds = [
  'deposit',
  'contribution',
  'repayment',
  'charge',
  'income',
  'expense',
  'transfer',
  'remittance',
] as const
export type LineKind = (typeof lineKinds)[number]

/** The most lines that one step records, each as a voucher of its own. */
export const recordedTogetherMax = 50

/** What a line becomes: money of a member (`deposit`, `contribution`, `repayment`, `charge`), of an employer (`remittance`) or the society's own. */
export const becomes = {
  as: z.enum(lineKinds, `Use one of ${lineKinds.join(', ')}`),
  memberId: z.optional(id<MemberId>()),
  /** The member's savings that a deposit or contribution goes to; the society's usual ones when left out. */
  accountTypeId: z.optional(id<AccountTypeId>()),
  /** The loan that is repaid; the member's only running one when left out. */
  loanId: z.optional(id<LoanId>()),
  /** The account of the chart: what a charge, income or expense is for, or the cash or bank account that a transfer goes to or comes from. */
  targetId: z.optional(id<AccountId>()),
  /** Who is paid an expense, or who pays other income. */
  party: optionalText(120),
  /** The month of an employer that a remittance pays. */
  scheduleId: z.optional(id<ScheduleId>()),
}
export type Becomes = z.output<z.ZodMiniObject<typeof becomes>>

/** What a rule says that a line is, with names for a person to read. */
const told = z.object({
  as: z.enum(lineKinds),
  memberId: z.nullable(id<MemberId>()),
  accountTypeId: z.nullable(id<AccountTypeId>()),
  loanId: z.nullable(id<LoanId>()),
  targetId: z.nullable(id<AccountId>()),
  party: z.nullable(z.string()),
  /** “Deposit of Ada Obi”, “Bank charges”. */
  title: z.string(),
})

/** What an open line is proposed to be recorded as, with the reason in words. */
export const lineProposal = z.extend(told, { ruleId: id<BankRuleId>(), why: z.string() })

const accountParams = z.object({ accountId: id<AccountId>() })
const ruleParams = z.object({ accountId: id<AccountId>(), ruleId: id<BankRuleId>() })

const rule = z.extend(told, {
  id: id<BankRuleId>(),
  words: z.array(z.string()),
  cameIn: z.boolean(),
  /** The narration that it was learned from, and the day of that line. */
  narration: z.string(),
  seenOn: day,
  madeBy: z.string(),
  madeAt: instant,
  used: z.number(),
  usedAt: z.nullable(instant),
  /** Why it proposes nothing: its member has left, or its account is retired. */
  ended: z.nullable(z.enum(['member', 'account'])),
})

export const listBankRules = endpoint({
  method: 'GET',
  path: '/financial/reconciliation/:accountId/rules',
  summary:
    'What was remembered of recorded lines of this account, and proposes what the next ones are; the newest first.',
  access: 'books.read',
  params: accountParams,
  reply: z.array(rule),
})

const changes = ['financial/reconciliation']

export const changeBankRule = endpoint({
  method: 'PUT',
  path: '/financial/reconciliation/:accountId/rules/:ruleId',
  summary:
    'Changes the words by which a rule knows a line, and what such a line becomes where that is said. Nothing that was recorded changes.',
  access: 'reconciliation.manage',
  says: ['books', 'Changed a rule for lines of the bank'],
  changes,
  params: ruleParams,
  body: z.strictObject({
    words: z
      .string('Enter the words')
      .check(lengthAtMost(200, 'At most 200 letters'), z.minLength(1, 'Enter at least one word')),
    /** As it was when left out. */
    becomes: z.optional(z.strictObject(becomes)),
  }),
  reply: z.object({ id: id<BankRuleId>() }),
  message: 'Rule saved',
})

export const removeBankRule = endpoint({
  method: 'DELETE',
  path: '/financial/reconciliation/:accountId/rules/:ruleId',
  summary: 'Forgets a rule. What it recorded stays.',
  access: 'reconciliation.manage',
  says: ['books', 'Removed a rule for lines of the bank'],
  changes,
  params: ruleParams,
  reply: z.object({ id: id<BankRuleId>() }),
  message: 'Rule removed',
})

/** How many were recorded, and how many of them wait for another officer: their line is matched when they are approved. */
const recorded = z.object({ recorded: z.number(), waiting: z.number() })

export const recordLines = endpoint({
  method: 'POST',
  path: '/financial/reconciliation/:accountId/record',
  summary:
    'Records open lines of the bank as one thing, such as a bank charge: each as a voucher of its own dated on its day, all or none, and matched at once. What waits for approval is matched when it is approved.',
  access: 'reconciliation.manage',
  says: ['money', 'Recorded lines of the bank statement'],
  changes: [...vouchers, ...payroll],
  stepUp: { field: 'as', values: ['expense'] },
  params: accountParams,
  body: z.strictObject({
    ...becomes,
    lineIds: z
      .array(id<BankLineId>(), 'Send a list')
      .check(
        z.minLength(1, 'Name at least one line'),
        z.maxLength(recordedTogetherMax, `Name at most ${recordedTogetherMax}`),
      ),
    /** The rule that proposed it. */
    ruleId: z.optional(id<BankRuleId>()),
    anotherPayment,
  }),
  reply: recorded,
  status: 201,
  message: 'Recorded',
})

/** The most parts of one line. */
export const partsMax = 20

export const recordLineParts = endpoint({
  method: 'POST',
  path: '/financial/reconciliation/:accountId/lines/:lineId/record',
  summary:
    'Splits an open line of the bank into what it is, such as deposits of three members, savings and a loan repayment, or several months of an employer: each part by its own transaction dated on the day of the line, all or none, and matched with the line. Once parts of it are posted and another was rejected, what is left is to be recorded.',
  access: 'reconciliation.manage',
  says: ['money', 'Recorded the parts of a line of the bank statement'],
  changes: [...vouchers, ...payroll],
  stepUp: { field: 'side', values: ['out'] },
  params: z.object({ accountId: id<AccountId>(), lineId: id<BankLineId>() }),
  body: z.strictObject({
    /** Whether the money of the line came in or went out. */
    side: z.enum(['in', 'out'], 'Use in or out'),
    parts: z
      .array(z.strictObject({ ...becomes, amount: nairaAboveZero }), 'Send a list')
      .check(z.minLength(1, 'Name at least one part'), z.maxLength(partsMax, `Name at most ${partsMax} parts`)),
    anotherPayment,
  }),
  reply: recorded,
  status: 201,
  message: 'Recorded',
})
