import * as z from 'zod/mini'
import type { AccountId, LoanId, LoanMovementId } from '#core/ids.ts'
import { disbursementWays, repaymentWays } from './rules/loan.ts'
import { lending } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { anotherPayment } from '#features/savings/transactions/another-payment.ts'
import { day, id, longText, naira, nairaAboveZero, optionalReference } from '#core/contract/fields.ts'
import { loanDetail } from './contract.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

const loanParams = z.object({ loanId: id<LoanId>() })

/** A cash or bank account of the chart; cash in hand, or the bank where the way is a bank's, when left out. */
const paidThrough = z.optional(id<AccountId>())
/** The teller number or the bank's reference, used once in each cash or bank account; none where the way is savings. */
const reference = optionalReference(strings.enterAReference)
const moneyBack = z.optional(z.enum(repaymentWays, fill(strings.useOneOf, { join: repaymentWays.join(', ') })))

export const disburseLoan = endpoint({
  method: 'POST',
  path: '/financial/loans/:loanId/disburse',
  summary:
    'Pays out an approved loan, whole or in parts. Interest that is due upfront is taken off, and what settles the loans that it was asked for to settle.',
  access: 'loan.disburse',
  says: ['loans', 'Disbursed a loan'],
  changes: lending,
  stepUp: true,
  params: loanParams,
  body: z.strictObject({
    /** Today when left out. */
    on: z.optional(day),
    /** All that is not paid out yet when left out. */
    amount: z.optional(nairaAboveZero),
    /** `vendor`: by bank to whom the member buys from. */
    to: z.enum(disbursementWays, fill(strings.useOneOf, { join: disbursementWays.join(', ') })),
    paidThrough,
    reference,
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
  summary:
    'Records a repayment. It is used for the oldest instalment first: penalty, fee, interest, principal; what is left repays principal that is not due yet.',
  access: 'loan.repay',
  says: ['loans', 'Recorded a loan repayment'],
  changes: lending,
  params: loanParams,
  body: z.strictObject({
    amount: nairaAboveZero,
    /** Today when left out. */
    on: z.optional(day),
    /** Cash when left out. */
    from: moneyBack,
    paidThrough,
    reference,
    anotherPayment,
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
  keyScope: 'loans.read',
  params: loanParams,
  query: z.object({ on: z.optional(day) }),
  /** `amount` is what is to be paid: all parts less the rebate of upfront interest. */
  reply: z.object({
    on: day,
    amount: naira,
    outstanding: naira,
    interest: naira,
    fees: naira,
    penalties: naira,
    rebate: naira,
  }),
})

export const markLoanPaid = endpoint({
  method: 'POST',
  path: '/financial/loans/:loanId/mark-paid',
  summary: 'Settles a running loan today, by a repayment of what the settlement quote says.',
  access: 'loan.repay',
  says: ['loans', 'Settled a loan'],
  changes: lending,
  params: loanParams,
  // The specification's call has no body.
  query: z.object({ from: moneyBack, paidThrough }),
  reply: loanDetail,
  message: 'Loan marked as paid',
})

export const reverseLoanMovement = endpoint({
  method: 'POST',
  path: '/financial/loans/:loanId/movements/:movementId/reverse',
  summary:
    'Undoes a disbursement, a repayment or a recovery; the schedule is what it would have been without it. A disbursement that settled another loan is undone with that.',
  access: 'loan.repay',
  says: ['loans', 'Reversed a disbursement or repayment'],
  changes: lending,
  stepUp: true,
  mayWait: true,
  params: z.object({ loanId: id<LoanId>(), movementId: id<LoanMovementId>() }),
  body: z.strictObject({ reason: longText(strings.giveTheReason, 500) }),
  reply: loanDetail,
  message: 'Reversed',
})
