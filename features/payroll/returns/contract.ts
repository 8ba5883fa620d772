import * as z from 'zod/mini'
import { id, naira, nairaNotNegative, day, instant, listQuery, longText } from '#core/contract/fields.ts'
import type { ReturnId, ScheduleId } from '#core/ids.ts'
import { kobo, koboMax } from '#core/money.ts'
import { varianceKinds, decisions } from '#features/payroll/returns/rules/words.ts'
import { leftOut } from '#core/contract/left-out.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { schedules, payroll } from '#core/contract/changes.ts'
import { scheduleParams } from '#features/payroll/schedules/contract.ts'

export const deductionFileBytesMax = 12 * 1024 * 1024

const returnParams = z.object({ returnId: id<ReturnId>() })

const totals = z.object({ file: naira, posted: naira, unallocated: naira, refused: naira })

export const deductionReturn = z.object({
  id: id<ReturnId>(),
  scheduleId: id<ScheduleId>(),
  fileName: z.string(),
  status: z.enum(['checked', 'posting', 'deducted', 'crediting', 'posted', 'failed', 'reversed', 'discarded']),
  occurredOn: day,
  /** What the employer says that it paid; null where no one has entered it. */
  employerSays: z.nullable(naira),
  scheduled: naira,
  totals,
  kinds: z.object(
    Object.fromEntries(
      varianceKinds.map((kind) => [kind, z.object({ lines: z.number(), scheduled: naira, deducted: naira })]),
    ) as Record<
      (typeof varianceKinds)[number],
      z.ZodMiniObject<{ lines: z.ZodMiniNumber; scheduled: typeof naira; deducted: typeof naira }>
    >,
  ),
  rows: z.number(),
  progress: z.number(),
  failure: z.nullable(z.string()),
  entryNumber: z.nullable(z.number()),
  acceptedAt: z.nullable(instant),
  acceptedBy: z.nullable(z.string()),
  /** Titles, totals and notes of the file, which belong to no member, the first of them with what they say. */
  rowsLeftOut: z.number(),
  leftOut,
  createdAt: instant,
  createdBy: z.string(),
})

export const uploadReturn = endpoint({
  method: 'POST',
  path: '/financial/deductions/schedules/:scheduleId/returns',
  summary:
    'Reads what the employer sent back from an .xlsx or .csv file in the field `file`, by the columns of the schedule; nothing is posted yet.',
  access: 'deduction.manage',
  says: ['money', "Uploaded an employer's return"],
  changes: schedules,
  params: scheduleParams,
  upload: { bytesMax: deductionFileBytesMax },
  reply: deductionReturn,
  status: 201,
})

export const getReturn = endpoint({
  method: 'GET',
  path: '/financial/deductions/returns/:returnId',
  summary: 'The state of a return, with its control totals.',
  access: 'deduction.read',
  params: returnParams,
  reply: deductionReturn,
})

export const listReturnLines = endpoint({
  method: 'GET',
  path: '/financial/deductions/returns/:returnId/lines',
  summary:
    'Each line with what was scheduled, what was deducted, the difference and what becomes of it. Unless they are sorted, lines that differ from the schedule come first.',
  access: 'deduction.read',
  params: returnParams,
  query: listQuery(['number', 'name', 'difference'], { kind: z.optional(z.enum(varianceKinds)) }),
  kind: 'list',
  reply: z.object({
    number: z.number(),
    row: z.nullable(z.number()),
    staffNumber: z.string(),
    membershipno: z.string(),
    name: z.string(),
    kind: z.enum(varianceKinds),
    note: z.nullable(z.string()),
    scheduled: naira,
    deducted: naira,
    difference: naira,
    decision: z.nullable(z.enum(decisions)),
    loans: naira,
    levy: naira,
    savings: naira,
    shares: naira,
    unallocated: naira,
  }),
})

export const updateReturn = endpoint({
  method: 'PUT',
  path: '/financial/deductions/returns/:returnId',
  summary:
    'Decides about lines, one by one or all of a kind, and settles the date and what the employer says that it paid.',
  access: 'deduction.manage',
  says: ['money', "Corrected an employer's return"],
  changes: schedules,
  params: returnParams,
  body: z.strictObject({
    occurredOn: z.optional(day),
    employerSays: z.optional(z.nullable(nairaNotNegative(kobo(koboMax)))),
    kinds: z.optional(
      z
        .array(z.strictObject({ kind: z.enum(varianceKinds), decision: z.enum(decisions) }))
        .check(z.maxLength(varianceKinds.length)),
    ),
    lines: z.optional(
      z.array(z.strictObject({ number: z.int(), decision: z.enum(decisions) })).check(z.maxLength(1000)),
    ),
  }),
  bodyBytesMax: 256 * 1024,
  reply: deductionReturn,
})

export const postReturn = endpoint({
  method: 'POST',
  path: '/financial/deductions/returns/:returnId/post',
  summary:
    'Takes the return as true: all its lines in one voucher or none. Answers at once; `getReturn` shows how it goes.',
  access: 'deduction.manage',
  says: ['money', "Posted an employer's return"],
  changes: payroll,
  params: returnParams,
  bodyBytesMax: 1024,
  reply: deductionReturn,
  status: 202,
})

export const reverseReturn = endpoint({
  method: 'POST',
  path: '/financial/deductions/returns/:returnId/reverse',
  summary: 'Undoes the voucher of a return as a whole; the schedule can then be posted again.',
  access: 'deduction.manage',
  says: ['money', "Reversed an employer's return"],
  changes: payroll,
  stepUp: true,
  params: returnParams,
  body: z.strictObject({ reason: longText('Give the reason', 500) }),
  bodyBytesMax: 16 * 1024,
  reply: deductionReturn,
  message: 'Voucher reversed',
})
