import * as z from 'zod/mini'
import { instant } from '#core/contract/fields.ts'

export const approvals = z.object({
  asked: z.number(),
  /** `alone`: the officer who recorded it approved it, because there was no other officer. */
  given: z.array(z.object({ by: z.string(), at: instant, alone: z.boolean() })),
  /** Whether the one who asks may approve it now. */
  open: z.boolean(),
  /** Whether the one who asks recorded or asked for it. */
  isOwn: z.boolean(),
  /** Whether the officer who asked for it holds no office any more. */
  askerLeft: z.boolean(),
})
