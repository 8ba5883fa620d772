import * as z from 'zod/mini'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, instant, naira } from '#core/contract/fields.ts'
import { closingKinds, closingStates } from './rules/closing-items.ts'

export const getYearClosing = endpoint({
  method: 'GET',
  path: '/financial/year-closings/:yearEnd',
  summary:
    'What is missing before a fiscal year can be closed: banks, receipts, interest, accruals, depreciation, provision, approvals and the proof of the books, each with what was found. What is `open` may remain so with a reason; what `blocks` may not.',
  access: 'books.read',
  params: z.object({ yearEnd: day }),
  snapshotSeconds: 25,
  reply: z.object({
    from: day,
    yearEnd: day,
    /** Of its income statement, as the books are now. */
    surplus: naira,
    officers: z.number(),
    /** Why it cannot be closed at all now; null where it can. */
    waitsBecause: z.nullable(z.string()),
    closing: z.nullable(
      z.object({
        number: z.number(),
        by: z.string(),
        at: instant,
        /** What was open then, and why it was closed nevertheless. */
        accepted: z.array(z.object({ item: z.string(), found: z.string(), reason: z.string() })),
      }),
    ),
    /** None while the year is not over. */
    items: z.array(
      z.object({
        /** What `accepted` of the closing names. */
        key: z.string(),
        kind: z.enum(closingKinds),
        name: z.string(),
        state: z.enum(closingStates),
        found: z.string(),
        amount: z.nullable(naira),
      }),
    ),
  }),
})
