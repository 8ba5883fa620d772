import * as z from 'zod/mini'
import { naira } from './fields.ts'

/** Totals that an uploaded file has in rows of its own and that its rows do not come to, each with the sum that comes nearest; one whose `cell` can't be read says nothing, and one above all rows is of those below it. */
export const totalsThatDiffer = z.array(
  z.object({
    row: z.number(),
    says: z.nullable(naira),
    cell: z.nullable(z.string()),
    sum: naira,
    isAbove: z.boolean(),
  }),
)

/** Columns of money that are not recorded; `isPart` where a column that is recorded has them in its sums. */
export const columnsUnread = z.array(
  z.object({ heading: z.string(), total: naira, rows: z.number(), isPart: z.boolean() }),
)
