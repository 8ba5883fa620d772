import * as z from 'zod/mini'
import type { AccountTypeId, LoanId, MemberId, OnlinePaymentId } from '#core/ids.ts'
import { chargeBearers, paymentLinesMax, paymentKinds, paymentStatuses } from './rules/online-payment.ts'
import { caseKinds, caseStatuses } from './rules/payment-case.ts'
import { vouchers } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, listQuery, naira, nairaAboveZero, period, textOf } from '#core/contract/fields.ts'
import { fill } from '#core/fill.ts'
import * as strings from '#features/society/configuration/strings.ts'

export const askedLines = z
  .array(
    z.strictObject({
      kind: z.enum(paymentKinds, fill(strings.useOneOf, { join: paymentKinds.join(', ') })),
      amount: nairaAboveZero,
      /** Where a contribution or shares go; the society's default when left out. */
      accountTypeId: z.optional(id<AccountTypeId>()),
      /** Of a contribution: this month when left out. */
      period: z.optional(period),
      /** Of a repayment. */
      loanId: z.optional(id<LoanId>()),
    }),
    strings.sendAListOfWhat,
  )
  .check(
    z.minLength(1, strings.chooseWhatToPay),
    z.maxLength(paymentLinesMax, fill(strings.payForAtMostThings, { paymentLinesMax })),
  )

const payment = z.object({
  id: id<OnlinePaymentId>(),
  status: z.enum(paymentStatuses),
  /** What the lines come to, and what the member pays besides, where members bear the provider's charge. */
  amount: naira,
  surcharge: naira,
  /** Where to pay; null once it is too late or no longer needed. */
  checkoutUrl: z.nullable(z.string()),
  lines: z.array(
    z.object({
      kind: z.enum(paymentKinds),
      /** The account type or the loan. */
      name: z.string(),
      period: z.nullable(period),
      amount: naira,
      /** Once it is in the books. */
      receiptNumber: z.nullable(z.string()),
    }),
  ),
  createdAt: instant,
  paidAt: z.nullable(instant),
})

export const startPayment = endpoint({
  method: 'POST',
  path: '/member-portal/payments',
  summary:
    'Begins a payment by the checkout of the payment provider. The address of the checkout is in the payment a moment later.',
  access: 'portal.ask',
  says: ['money', 'Began an online payment'],
  changes: ['financial/online-payments', 'member-portal'],
  body: z.strictObject({ lines: askedLines }),
  reply: payment,
  status: 201,
  message: 'Payment begun',
})

const statusFilter = {
  status: z.optional(z.enum(paymentStatuses, fill(strings.useOneOf, { join: paymentStatuses.join(', ') }))),
}

export const listOwnPayments = endpoint({
  method: 'GET',
  path: '/member-portal/payments',
  summary: 'What the signed-in member paid online, newest first.',
  access: 'portal.read',
  query: listQuery(['createdAt'], statusFilter),
  kind: 'list',
  reply: payment,
})

const paymentParams = z.object({ paymentId: id<OnlinePaymentId>() })

export const getOwnPayment = endpoint({
  method: 'GET',
  path: '/member-portal/payments/:paymentId',
  summary: 'A payment of the signed-in member: what has become of it.',
  access: 'portal.read',
  params: paymentParams,
  reply: payment,
})

export const getPaymentOffer = endpoint({
  method: 'GET',
  path: '/member-portal/payment-offer',
  summary: 'Whether members of this society pay online, and who bears the charge.',
  access: 'portal.read',
  reply: z.object({ isOn: z.boolean(), chargeBorneBy: z.enum(chargeBearers), shareParValue: naira }),
})

const transferAccount = z.object({
  /** Whether the society and its provider give members account numbers. */
  isOffered: z.boolean(),
  askedAt: z.nullable(instant),
  /** Null until the provider has opened it. */
  account: z.nullable(z.object({ bank: z.string(), number: z.string(), name: z.string() })),
})

export const getTransferAccount = endpoint({
  method: 'GET',
  path: '/member-portal/transfer-account',
  summary: "The signed-in member's own account number for bank transfers.",
  access: 'portal.read',
  reply: transferAccount,
})

export const askForTransferAccount = endpoint({
  method: 'POST',
  path: '/member-portal/transfer-account',
  summary:
    'Asks the payment provider for an account number of the signed-in member. It is there a moment later; who asks again gets the same.',
  access: 'portal.ask',
  says: ['money', 'Asked for an account number for transfers'],
  changes: ['member-portal'],
  reply: transferAccount,
  status: 201,
  message: 'Account number asked for',
})

const memberPayment = z.extend(payment, {
  /** Null where a transfer came to no member's account number. */
  memberId: z.nullable(id<MemberId>()),
  memberName: z.nullable(z.string()),
  membershipno: z.nullable(z.string()),
  /** Of a transfer: the account number, and the name on the account that it came from where the provider says it. */
  sentTo: z.nullable(z.string()),
  sender: z.nullable(z.string()),
  /** At the provider. */
  reference: z.string(),
  /** What the provider confirmed, and keeps of it. */
  received: z.nullable(naira),
  fees: z.nullable(naira),
  whyNotPosted: z.nullable(z.string()),
  allocatedBy: z.nullable(z.string()),
  /** Its refunds and disputes, the oldest first. */
  cases: z.array(z.object({ kind: z.enum(caseKinds), status: z.enum(caseStatuses), amount: naira })),
})

export const listPayments = endpoint({
  method: 'GET',
  path: '/financial/online-payments',
  summary: 'What members paid online, newest first; `status=unallocated` is what waits for an officer.',
  access: 'books.read',
  query: listQuery(['createdAt'], {
    ...statusFilter,
    /** `late`: posted, and in no settlement though it should be by now. */
    settlement: z.optional(z.literal('late', strings.useLate)),
  }),
  kind: 'list',
  reply: memberPayment,
})

export const suggestPayers = endpoint({
  method: 'GET',
  path: '/financial/online-payments/:paymentId/suggestions',
  summary:
    'The members who may have sent a transfer that came to no member’s account number, each with the reason in words.',
  access: 'books.read',
  params: paymentParams,
  reply: z.object({
    suggestions: z.array(
      z.object({ memberId: id<MemberId>(), name: z.string(), membershipno: z.string(), why: z.string() }),
    ),
  }),
})

export const allocatePayment = endpoint({
  method: 'POST',
  path: '/financial/online-payments/:paymentId/allocate',
  summary:
    'Posts money that came and could not be posted to the accounts of a member. The lines come to what was received.',
  access: 'transaction.record',
  says: ['money', 'Allocated an online payment'],
  changes: vouchers,
  params: paymentParams,
  body: z.strictObject({ memberId: id<MemberId>(), lines: askedLines }),
  reply: memberPayment,
  message: 'Payment allocated',
})

const settings = z.object({
  isOn: z.boolean(),
  /** The society's own account at the provider; null in the sandbox. */
  subaccount: z.nullable(z.string()),
  chargeBorneBy: z.enum(chargeBearers),
  /** The account type that transfers to members' account numbers go to; null for the ordinary savings. */
  transfersTo: z.nullable(id<AccountTypeId>()),
  /** The provider of this installation; null where it has none. */
  provider: z.nullable(z.string()),
  needsSubaccount: z.boolean(),
  /** Whether the provider gives members account numbers. */
  givesAccounts: z.boolean(),
})

export const getPaymentSettings = endpoint({
  method: 'GET',
  path: '/financial/online-payment-settings',
  summary: 'Whether members pay online, and to which account of the society.',
  access: 'configuration.review',
  reply: settings,
})

const subaccountRule = strings.enterTheCodeOfA

export const updatePaymentSettings = endpoint({
  method: 'PUT',
  path: '/financial/online-payment-settings',
  summary:
    "Lets members pay online or stops it. All of the money goes to the society's own sub-account at the provider.",
  access: 'configuration.update',
  says: ['settings', 'Changed online payments'],
  changes: ['financial/online-payment-settings', 'member-portal'],
  stepUp: true,
  mayWait: true,
  body: z.strictObject({
    isOn: z.boolean(strings.useTrueOrFalse),
    subaccount: z.nullable(textOf(60, (text) => /^(?:ACCT|MFY_SUB|RS)_\w{6,50}$/.test(text), subaccountRule)),
    chargeBorneBy: z.enum(chargeBearers, fill(strings.useOneOf, { join: chargeBearers.join(', ') })),
    transfersTo: z.optional(z.nullable(id<AccountTypeId>())),
  }),
  reply: settings,
  message: 'Settings changed',
})
