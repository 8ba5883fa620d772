import * as z from 'zod/mini'
import { accountTypeKinds } from '#features/accounting/books/rules/account-kinds.ts'
import type { AccountId, EntryId, LeavingId, LoanId, MemberId } from '#core/ids.ts'
import { clearanceKinds, givenLeavingReasons, leavingReasons, leavingStatuses } from './rules/leaving.ts'
import { memberStatuses } from '#features/members/members/rules/member.ts'
import { nomineesMax } from '#features/members/members/rules/nominee.ts'
import { people, vouchers } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, id, instant, longText, naira, nairaNotNegative, optionalLongText, textOf } from '#core/contract/fields.ts'
import { koboMax } from '#core/money.ts'
import { approvals } from '#features/access/approvals/contract.ts'

const settledAccount = z.object({ name: z.string(), kind: z.enum(accountTypeKinds), amount: naira })
const settledLoan = z.object({
  loanId: id<LoanId>(),
  name: z.string(),
  principal: naira,
  interest: naira,
  fees: naira,
  penalties: naira,
  amount: naira,
})

/** What the member holds, what of it pays what they owe, and what is paid. */
const statement = z.object({
  on: day,
  accounts: z.array(settledAccount),
  loans: z.array(settledLoan),
  /** What the accounts earned since their interest was last posted. */
  interest: z.array(z.object({ name: z.string(), from: day, to: day, amount: naira })),
  held: naira,
  setOff: naira,
  fee: naira,
  net: naira,
  /** What is held less than owed; above zero it can't be settled. */
  missing: naira,
})

const payee = z.object({
  number: z.number(),
  name: z.string(),
  relationship: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  sharePercent: z.number(),
  amount: naira,
  /** The cash or bank account of the cooperative that pays; null: it is owed to them, or nothing is settled yet. */
  paidThrough: z.nullable(z.string()),
  /** When it was paid; null while it is owed. */
  paidOn: z.nullable(day),
  receiptNumber: z.nullable(z.string()),
  /** Whether it was owed first, and paid by a voucher of its own. */
  isPaidLater: z.boolean(),
})

const leaving = z.object({
  id: id<LeavingId>(),
  reason: z.enum(leavingReasons),
  status: z.enum(leavingStatuses),
  noticedOn: day,
  noticeEndsOn: z.nullable(day),
  noticeDaysLeft: z.number(),
  waived: z.nullable(z.object({ reason: z.string(), by: z.string(), at: instant })),
  note: z.nullable(z.string()),
  startedBy: z.string(),
  startedAt: instant,
  askedBy: z.nullable(z.string()),
  approvals: z.nullable(approvals),
  settled: z.nullable(
    z.object({
      on: day,
      by: z.string(),
      entryId: z.nullable(id<EntryId>()),
      entryNumber: z.nullable(z.number()),
      receiptNumber: z.nullable(z.string()),
    }),
  ),
  /** Who asked for its reversal, which waits for approval. */
  reversalAskedBy: z.nullable(z.string()),
  ended: z.nullable(z.object({ reason: z.string(), by: z.string(), at: instant })),
})

/** The state of a member's leaving: what is open or settled, what is to be done first, and what would be paid today. */
const standing = z.object({
  member: z.object({
    id: id<MemberId>(),
    name: z.string(),
    membershipno: z.string(),
    status: z.enum(memberStatuses),
    joinedOn: day,
  }),
  noticeMonths: z.number(),
  leavingFee: naira,
  leaving: z.nullable(leaving),
  clearance: z.array(
    z.object({
      kind: z.enum(clearanceKinds),
      isClear: z.boolean(),
      text: z.string(),
      loanId: z.nullable(id<LoanId>()),
    }),
  ),
  statement,
  payees: z.array(payee),
  /** From what amount on a payment of what is owed, or its reversal, waits for a second officer; null: none does. */
  paymentsWaitFrom: z.nullable(naira),
  reversalsWaitFrom: z.nullable(naira),
  /** Those that were cancelled or reversed, or ended by a readmission, the newest first; of the last with who was paid. */
  earlier: z.array(z.extend(leaving, { payees: z.array(payee) })),
})

const memberParams = z.object({ memberId: id<MemberId>() })
const params = z.object({ leavingId: id<LeavingId>() })
const payeeNumber = z.codec(
  textOf(2, (text) => /^([1-9]|1\d|20)$/.test(text), 'Use the number of a payee'),
  z.number(),
  { decode: Number, encode: String },
)
const payeeParams = z.object({ leavingId: id<LeavingId>(), number: payeeNumber })
const reason = longText('Give the reason', 500)

export const getLeaving = endpoint({
  method: 'GET',
  path: '/cooperatives/members/:memberId/leaving',
  summary: 'The state of an exit: the clock, what is to be done first, and what would be paid on that day.',
  access: 'leaving.read',
  params: memberParams,
  reply: standing,
})

export const startLeaving = endpoint({
  method: 'POST',
  path: '/cooperatives/members/:memberId/leaving',
  summary:
    'Starts the leaving of a member: they undertake nothing new from here on. A death waits for a second officer.',
  access: 'leaving.manage',
  says: ['members', "Started a member's exit"],
  changes: people,
  stepUp: true,
  mayWait: true,
  params: memberParams,
  body: z.strictObject({
    reason: z.enum(givenLeavingReasons, `Use one of ${givenLeavingReasons.join(', ')}`),
    /** The day of the notice, of the decision or of the death; today when left out. */
    noticedOn: z.optional(day),
    note: optionalLongText(500),
  }),
  reply: standing,
  status: 201,
  message: 'Leaving started',
})

export const waiveNotice = endpoint({
  method: 'POST',
  path: '/cooperatives/leavings/:leavingId/waive-notice',
  summary: 'Lets a member go before their notice has run.',
  access: 'leaving.manage',
  says: ['members', "Waived a member's notice period"],
  changes: people,
  params,
  body: z.strictObject({ reason }),
  reply: standing,
  message: 'Notice waived',
})

export const cancelLeaving = endpoint({
  method: 'POST',
  path: '/cooperatives/leavings/:leavingId/cancel',
  summary: 'Cancels a leaving that is not settled: the member stays. Of a death it waits for a second officer.',
  access: 'leaving.manage',
  says: ['members', "Cancelled a member's exit"],
  changes: people,
  mayWait: true,
  stepUp: true,
  params,
  body: z.strictObject({ reason }),
  reply: standing,
  message: 'Leaving cancelled',
})

export const settleLeaving = endpoint({
  method: 'POST',
  path: '/cooperatives/leavings/:leavingId/settle',
  summary:
    'Settles a leaving by one voucher that empties the accounts, repays the loans and pays the rest; or asks for that where the settings want approvals.',
  access: 'leaving.manage',
  says: ['members', "Settled a member's exit"],
  changes: [...people, ...vouchers],
  stepUp: true,
  params,
  body: z.strictObject({
    /** What is to be paid as the officer read it; another amount is refused, so that no one signs what they did not see. */
    net: nairaNotNegative(koboMax),
    withoutFee: z.optional(z.boolean('Use true or false')),
    /** How each payee is paid: through a cash or bank account, or not yet (null). */
    payees: z
      .array(
        z.strictObject({ number: z.int('Use the number of a payee'), paidThrough: z.nullable(id<AccountId>()) }),
        'Send the payees as a list',
      )
      .check(z.maxLength(nomineesMax, `Send at most ${nomineesMax} payees`)),
  }),
  reply: standing,
  message: 'Settlement recorded',
})

export const approveLeaving = endpoint({
  method: 'POST',
  path: '/cooperatives/leavings/:leavingId/approve',
  summary: 'Approves a settlement that waits, and posts it once it has all the approvals that it takes.',
  access: 'leaving.manage',
  says: ['members', 'Approved the settlement of an exit'],
  changes: [...people, ...vouchers],
  stepUp: true,
  params,
  reply: standing,
  message: 'Settlement approved',
})

export const rejectLeaving = endpoint({
  method: 'POST',
  path: '/cooperatives/leavings/:leavingId/reject',
  summary: 'Sends a settlement back that waits; the leaving stays open. Whoever asked for it takes it back so.',
  access: 'leaving.manage',
  says: ['members', 'Sent the settlement of an exit back'],
  changes: people,
  params,
  body: z.strictObject({ reason }),
  reply: standing,
  message: 'Settlement sent back',
})

export const reverseLeaving = endpoint({
  method: 'POST',
  path: '/cooperatives/leavings/:leavingId/reverse',
  summary:
    'Reverses the voucher of a settlement, or asks for that where the settings want approvals: membership, accounts, loans and pledges are what they were.',
  access: 'leaving.manage',
  says: ['members', 'Reversed the settlement of an exit'],
  changes: [...people, ...vouchers],
  stepUp: true,
  params,
  body: z.strictObject({ reason }),
  reply: standing,
  message: 'Reversal recorded',
})

export const getSettlementSheet = endpoint({
  method: 'GET',
  path: '/cooperatives/leavings/:leavingId/sheet',
  summary: 'The settlement as a PDF to sign: its lines, who is paid, the sum in words.',
  access: 'leaving.read',
  says: ['files', 'Downloaded the settlement of an exit'],
  params,
  kind: 'file',
  reply: z.null(),
})

export const payPayee = endpoint({
  method: 'POST',
  path: '/cooperatives/leavings/:leavingId/payees/:number/pay',
  summary: 'Pays what is owed to a former member or to a nominee, by a voucher of its own.',
  access: 'leaving.pay',
  says: ['members', 'Paid out an exit'],
  changes: [...people, ...vouchers],
  stepUp: true,
  mayWait: true,
  params: payeeParams,
  body: z.strictObject({ paidThrough: id<AccountId>() }),
  reply: standing,
  message: 'Payment recorded',
})

export const reversePayout = endpoint({
  method: 'POST',
  path: '/cooperatives/leavings/:leavingId/payees/:number/reverse',
  summary: 'Reverses the payment of what was owed: it is owed again.',
  access: 'leaving.pay',
  says: ['members', 'Reversed the payment of an exit'],
  changes: [...people, ...vouchers],
  stepUp: true,
  mayWait: true,
  params: payeeParams,
  body: z.strictObject({ reason }),
  reply: standing,
  message: 'Payment reversed',
})
