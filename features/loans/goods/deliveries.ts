import * as z from 'zod/mini'
import type { LoanId } from '#core/ids.ts'
import { vouchers } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, id, longText, optionalText } from '#core/contract/fields.ts'
import { loanDetail } from '#features/loans/loans/contract.ts'
import * as strings from '#features/loans/loans/strings.ts'

const params = z.object({ loanId: id<LoanId>() })

export const deliverGoods = endpoint({
  method: 'POST',
  path: '/financial/loans/:loanId/deliver',
  summary: 'Records that the goods of a loan were handed over, after money has gone out for them. The member is told.',
  access: 'loan.disburse',
  says: ['loans', 'Recorded the delivery of goods on loan'],
  changes: vouchers,
  stepUp: true,
  params,
  body: z.strictObject({
    on: z.optional(day),
    /** Who came for them, where it was not the borrower. */ receivedBy: optionalText(120),
  }),
  reply: loanDetail,
  status: 201,
  message: 'Goods handed over',
})

export const undoDelivery = endpoint({
  method: 'POST',
  path: '/financial/loans/:loanId/delivery/undo',
  summary: 'Undoes the hand-over of goods that was recorded by mistake; both stay on record.',
  access: 'loan.disburse',
  stepUp: true,
  says: ['loans', 'Reversed the delivery of goods on loan'],
  changes: vouchers,
  params,
  body: z.strictObject({ reason: longText(strings.giveTheReason, 500) }),
  reply: loanDetail,
  message: 'Hand-over undone',
})
