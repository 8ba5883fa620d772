import * as z from 'zod/mini'
import type { LoanId, ReschedulingId } from '#core/ids.ts'
import { lending } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { decimal } from '#core/contract/decimal.ts'
import { day, id, longText, naira } from '#core/contract/fields.ts'
import { loanDetail } from './contract.ts'
import * as strings from './strings.ts'

const loanParams = z.object({ loanId: id<LoanId>() })

const terms = {
  instalments: z
    .int(strings.enterAWholeNumberOf)
    .check(z.minimum(1, strings.enterAtLeastInstalment), z.maximum(600, strings.enterAtMostInstalments)),
  /** From this day on; today when left out. */
  on: z.optional(day),
  /** A month after that day when left out. */
  firstDueOn: z.optional(day),
  /** As before when left out. */
  annualRatePercent: z.optional(decimal(100)),
}

const line = z.object({ number: z.number(), dueOn: day, principal: naira, interest: naira, total: naira })
const plan = z.object({ lines: z.array(line), regularInstalment: naira, interest: naira, total: naira })

export const previewRescheduling = endpoint({
  method: 'POST',
  path: '/financial/loans/:loanId/reschedule/preview',
  summary: 'What is still to pay by the terms of today and by the new ones, side by side. Nothing is changed.',
  access: 'loan.decide',
  says: ['loans', 'Previewed a rescheduling'],
  changes: [],
  params: loanParams,
  body: z.strictObject(terms),
  reply: z.object({
    on: day,
    firstDueOn: day,
    annualRatePercent: z.number(),
    /** The principal that begins again, and what of interest is owed by that day: it falls due with the first instalment. */
    outstanding: naira,
    interestOwed: naira,
    before: plan,
    after: plan,
  }),
})

export const rescheduleLoan = endpoint({
  method: 'POST',
  path: '/financial/loans/:loanId/reschedule',
  summary: 'Gives a running loan new terms from a day on: what was paid stays, what is owed by then begins again.',
  access: 'loan.decide',
  stepUp: true,
  says: ['loans', 'Rescheduled a loan'],
  changes: lending,
  mayWait: true,
  params: loanParams,
  body: z.strictObject({ ...terms, reason: longText(strings.giveTheReason, 500) }),
  reply: loanDetail,
  status: 201,
  message: 'Loan rescheduled',
})

export const reverseRescheduling = endpoint({
  method: 'POST',
  path: '/financial/loans/:loanId/reschedulings/:reschedulingId/reverse',
  summary: 'Takes new terms back while nothing has moved on the loan since; it then runs as it did before.',
  access: 'loan.decide',
  says: ['loans', 'Reversed a rescheduling'],
  changes: lending,
  stepUp: true,
  mayWait: true,
  params: z.object({ loanId: id<LoanId>(), reschedulingId: id<ReschedulingId>() }),
  body: z.strictObject({ reason: longText(strings.giveTheReason, 500) }),
  reply: loanDetail,
  message: 'New terms taken back',
})
