import * as z from 'zod/mini'
import { employment, schedules } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, lengthAtMost } from '#core/contract/fields.ts'
import type { EmployerId } from '#core/ids.ts'
import { purposes } from '#features/payroll/returns/rules/words.ts'

const params = z.object({ employerId: id<EmployerId>() })

export const listElements = endpoint({
  method: 'GET',
  path: '/financial/employers/:employerId/elements',
  summary: "What an employer's files call the elements of a salary, as officers named them; a file asks about others.",
  access: 'deduction.read',
  params,
  reply: z.array(z.object({ element: z.string(), purpose: z.enum(purposes) })),
})

export const updateElement = endpoint({
  method: 'PUT',
  path: '/financial/employers/:employerId/elements',
  summary:
    "Says what one of an employer's elements is from now on, or forgets it, so that the next file asks again; returns that are open are compared again.",
  access: 'deduction.manage',
  says: ['money', "Changed what an employer's element is"],
  changes: [...employment, ...schedules],
  params,
  body: z.strictObject({
    element: z.string().check(lengthAtMost(500, 'Use 500 characters or fewer')),
    /** Null forgets it. */
    purpose: z.nullable(z.enum(purposes)),
  }),
  bodyBytesMax: 16 * 1024,
  reply: z.null(),
})
