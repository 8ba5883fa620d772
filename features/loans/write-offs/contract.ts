import * as z from 'zod/mini'
import type { LoanId, MemberId, WriteOffId } from '#core/ids.ts'
import { recoverySources } from '#features/loans/loans/rules/recovery-source.ts'
import { lending } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, id, longText, naira } from '#core/contract/fields.ts'
import { loanDetail } from '#features/loans/loans/contract.ts'
import * as strings from '#features/loans/loans/strings.ts'

/** Whose savings could bring how much of a loan. */
const recoverablePart = z.object({
  memberId: id<MemberId>(),
  name: z.string(),
  membershipno: z.string(),
  source: z.enum(recoverySources),
  available: naira,
})

const loanParams = z.object({ loanId: id<LoanId>() })
const params = z.object({ writeOffId: id<WriteOffId>() })

export const previewWriteOff = endpoint({
  method: 'GET',
  path: '/financial/loans/:loanId/write-off',
  summary:
    'What writing a loan off would do today: what leaves the books, what bears it, and what could still be recovered instead.',
  access: 'loan.write_off',
  params: loanParams,
  reply: z.object({
    /** The principal that is owed. */
    amount: naira,
    fromProvision: naira,
    toBadDebts: naira,
    /** Interest, fees and penalties that settling would cost today. The books never held them. */
    unpaidCharges: naira,
    /** What of the settlement could be taken from savings, and from whose; they are let go by writing off. */
    recoverable: naira,
    recoverableFrom: z.array(recoverablePart),
    /** How many other officers have to agree. */
    approvals: z.number(),
  }),
})

export const writeOffLoan = endpoint({
  method: 'POST',
  path: '/financial/loans/:loanId/write-off',
  summary: 'Writes the whole principal that is owed off, or asks for that where the settings want approvals.',
  access: 'loan.write_off',
  says: ['loans', 'Wrote off a loan'],
  changes: lending,
  stepUp: true,
  params: loanParams,
  body: z.strictObject({
    reason: longText(strings.giveTheReason, 500),
    /** When left out, the day on which it is posted. */
    on: z.optional(day),
    /** Lets go of savings that could still be taken; needed where there are any. */
    releasesPledges: z.optional(z.boolean(strings.useTrueOrFalse)),
  }),
  reply: loanDetail,
  status: 201,
  message: 'Write-off recorded',
})

export const approveWriteOff = endpoint({
  method: 'POST',
  path: '/financial/write-offs/:writeOffId/approve',
  summary: 'Approves a write-off that waits, and posts it once it has all the approvals that it takes.',
  access: 'loan.write_off',
  says: ['loans', 'Approved a write-off'],
  changes: lending,
  stepUp: true,
  params,
  reply: loanDetail,
  message: 'Write-off approved',
})

export const rejectWriteOff = endpoint({
  method: 'POST',
  path: '/financial/write-offs/:writeOffId/reject',
  summary: 'Turns down a write-off that waits; the loan runs on. Whoever asked for it takes it back so.',
  access: 'loan.write_off',
  says: ['loans', 'Rejected a write-off'],
  changes: lending,
  params,
  body: z.strictObject({ reason: longText(strings.giveTheReason, 500) }),
  reply: loanDetail,
  message: 'Write-off rejected',
})
