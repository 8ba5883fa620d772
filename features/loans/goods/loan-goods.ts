import * as z from 'zod/mini'
import type { GoodId, LoanDeliveryId } from '#core/ids.ts'
import { day, id, instant, naira } from '#core/contract/fields.ts'

/** A good of an application, named and priced as on the day when it was asked for. */
export const loanGood = z.object({
  goodId: id<GoodId>(),
  name: z.string(),
  unit: z.string(),
  price: naira,
  quantity: z.number(),
  amount: naira,
})

export const loanDelivery = z.object({
  id: id<LoanDeliveryId>(),
  on: day,
  /** Who came for the goods, where it was not the borrower. */
  receivedBy: z.nullable(z.string()),
  by: z.string(),
  at: instant,
  undone: z.nullable(z.object({ reason: z.string(), by: z.string(), at: instant })),
})
