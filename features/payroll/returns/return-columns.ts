import * as z from 'zod/mini'
import { returnFields } from '#features/payroll/employers/rules/return-words.ts'
import type { EmployerId, ScheduleId } from '#core/ids.ts'
import { deductionFileBytesMax } from './contract.ts'
import { employment } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, lengthAtMost } from '#core/contract/fields.ts'

const mapping = z
  .array(z.nullable(z.enum(returnFields, 'Choose what the column is')))
  .check(z.maxLength(200, 'Send at most 200 columns'))

export const readReturnHeadings = endpoint({
  method: 'POST',
  path: '/financial/deductions/schedules/:scheduleId/return-headings',
  summary: "The columns of an employer's file, what each is taken for, and what is missing; nothing is kept.",
  access: 'deduction.manage',
  says: ['money', "Read the headings of an employer's return"],
  changes: [],
  params: z.object({ scheduleId: id<ScheduleId>() }),
  upload: { bytesMax: deductionFileBytesMax },
  /** `remembered`: the mapping is that of the last file with the same headings. */
  reply: z.object({ headings: z.array(z.string()), mapping, missing: z.array(z.string()), remembered: z.boolean() }),
})

export const saveReturnColumns = endpoint({
  method: 'PUT',
  path: '/financial/employers/:employerId/return-columns',
  summary: "What each column of an employer's file is, for this file and the next ones with the same headings.",
  access: 'deduction.manage',
  says: ['money', "Matched the columns of an employer's return"],
  changes: employment,
  params: z.object({ employerId: id<EmployerId>() }),
  body: z.strictObject({
    headings: z
      .array(z.string().check(lengthAtMost(500, 'Use 500 characters or fewer')))
      .check(z.maxLength(200, 'Send at most 200 columns')),
    mapping,
  }),
  bodyBytesMax: 256 * 1024,
  reply: z.null(),
  message: 'Columns kept',
})
