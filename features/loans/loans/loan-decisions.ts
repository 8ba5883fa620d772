import * as z from 'zod/mini'
import type { LoanId, MeetingId } from '#core/ids.ts'
import { loanCases } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, longText } from '#core/contract/fields.ts'
import { loanDetail } from './contract.ts'
import * as strings from './strings.ts'

const loanParams = z.object({ loanId: id<LoanId>() })

/** Where a decision is in the minutes: a meeting that was held, the number of the minute or a note, or both. */
const minuteFields = {
  meetingId: z.optional(z.nullable(id<MeetingId>())),
  minute: z.optional(z.nullable(longText(strings.leaveItOutOrWrite, 200))),
}

export const approveLoan = endpoint({
  method: 'POST',
  path: '/financial/loans/:loanId/approve',
  summary: 'Approves an application that still keeps every rule.',
  access: 'loan.decide',
  says: ['loans', 'Approved a loan'],
  changes: loanCases,
  stepUp: true,
  params: loanParams,
  body: z.strictObject(minuteFields),
  reply: loanDetail,
  message: 'Loan approved',
})

export const rejectLoan = endpoint({
  method: 'POST',
  path: '/financial/loans/:loanId/reject',
  summary: 'Turns an application down, with the reason that the member reads.',
  access: 'loan.decide',
  says: ['loans', 'Rejected a loan application'],
  changes: loanCases,
  params: loanParams,
  body: z.strictObject({ reason: longText(strings.giveTheReason, 500), ...minuteFields }),
  reply: loanDetail,
  message: 'Loan rejected',
})
