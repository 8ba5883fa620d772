import * as z from 'zod/mini'
import {
  id,
  naira,
  nairaNotNegative,
  day,
  instant,
  lengthAtMost,
  listQuery,
  longText,
  period,
} from '#core/contract/fields.ts'
import type { ReturnId, ScheduleId } from '#core/ids.ts'
import { kobo, koboMax } from '#core/money.ts'
import { components } from '#features/payroll/employers/rules/words.ts'
import { rowProblems } from '#features/payroll/employers/rules/return-words.ts'
import {
  confirmations,
  varianceKinds,
  decisions,
  filePurposes,
  purposes,
  rowChoices,
} from '#features/payroll/returns/rules/words.ts'
import { leftOut } from '#core/contract/left-out.ts'
import { columnsUnread, totalsThatDiffer } from '#core/contract/file-figures.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { schedules, payroll } from '#core/contract/changes.ts'
import { scheduleParams } from '#features/payroll/schedules/contract.ts'

export const deductionFileBytesMax = 12 * 1024 * 1024

const returnParams = z.object({ returnId: id<ReturnId>() })

/** The sum of the file is what is posted, held and refused, what was left out, and what waits for an answer. */
const totals = z.object({ file: naira, posted: naira, unallocated: naira, refused: naira, leftOut: naira, open: naira })

const filePurpose = z.enum(filePurposes)
const element = z.string().check(lengthAtMost(500, 'Use 500 characters or fewer'))

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
  /** Totals that the file has in rows of its own and that its rows do not come to, while it is open. */
  totalsThatDiffer,
  columnsUnread,
  /** The month that a title, the sheet or the file is named after, where the schedule is of another. */
  otherMonth: z.nullable(z.object({ text: z.string(), period })),
  /** Rows whose total is not the sum of their parts, where that is so of most: the totals are recorded. */
  sumsApart: z.nullable(z.object({ rows: z.number(), says: naira, sum: naira })),
  /**
   * Members who have paid for the month of the schedule otherwise than by payroll, and would be credited with savings for it by this return,
   * while it is open: what is recorded for them, by which files, and what it would add. `accepted` once an officer has said what becomes of it.
   */
  paidBefore: z.nullable(
    z.object({
      members: z.number(),
      paid: naira,
      savings: naira,
      named: z.array(z.object({ name: z.string(), paid: naira })),
      files: z.array(z.string()),
      accepted: z.boolean(),
    }),
  ),
  kinds: z.object(
    Object.fromEntries(
      varianceKinds.map((kind) => [kind, z.object({ lines: z.number(), scheduled: naira, deducted: naira })]),
    ) as Record<
      (typeof varianceKinds)[number],
      z.ZodMiniObject<{ lines: z.ZodMiniNumber; scheduled: typeof naira; deducted: typeof naira }>
    >,
  ),
  /** Lines with a member’s number and somebody else’s name. */
  otherNames: z.number(),
  /** What a file that names no element is for. */
  purpose: filePurpose,
  /** What the file calls the elements of a salary, while it is open; null where an officer has to say what one is. */
  elements: z.array(
    z.object({ element: z.string(), rows: z.number(), amount: naira, purpose: z.nullable(z.enum(purposes)) }),
  ),
  /** Rows whose amount is to be corrected. */
  problems: z.number(),
  /** Rows about which an officer decided. */
  decided: z.number(),
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
    'Reads what the employer sent back from an .xlsx or .csv file in the field `file`, by the columns of the schedule; the rows of a person are added up, and nothing is posted yet.',
  access: 'deduction.manage',
  says: ['money', "Uploaded an employer's return"],
  changes: schedules,
  params: scheduleParams,
  /** Where the file is for one component, and no column says so. */
  query: z.object({ purpose: z.optional(filePurpose) }),
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
    'Each line with what was scheduled, what was deducted, the difference and what becomes of it. Unless they are sorted, lines that name somebody else or differ from the schedule come first.',
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
    /** The row that a duplicate is like, its own where an earlier file brought as much; it may be posted too. */
    repeats: z.nullable(z.number()),
  }),
})

export const listReturnRows = endpoint({
  method: 'GET',
  path: '/financial/deductions/returns/:returnId/rows',
  summary:
    'The rows of an open return with a cell that can’t be read, and those about which an officer decided, what waits at the top.',
  access: 'deduction.read',
  params: returnParams,
  query: listQuery(['row', 'name'], {}),
  kind: 'list',
  reply: z.object({
    row: z.number(),
    staffNumber: z.string(),
    membershipno: z.string(),
    name: z.string(),
    element: z.nullable(z.string()),
    problem: z.nullable(z.enum(rowProblems)),
    /** What can’t be read; of which component, where the row has a column for each. */
    cell: z.nullable(z.string()),
    cellOf: z.nullable(z.enum(components)),
    choice: z.nullable(z.enum(rowChoices)),
    confirmed: z.nullable(z.enum(confirmations)),
    amount: naira,
  }),
})

export const updateReturn = endpoint({
  method: 'PUT',
  path: '/financial/deductions/returns/:returnId',
  summary:
    'Decides about lines, one by one or all of a kind, corrects rows that can’t be read or leaves them out, says what elements are, and settles the date and what the employer says that it paid.',
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
    /** What becomes of the savings of members who have paid already: all of it is posted, or what they have paid is held. `paid` is what was seen. */
    paidBefore: z.optional(z.strictObject({ decision: z.enum(['post', 'hold']), paid: naira })),
    /** What the file is for, where it names no element. */
    purpose: z.optional(filePurpose),
    /** What the employer’s elements are, in this file and the next ones. */
    elements: z.optional(z.array(z.strictObject({ element, purpose: z.enum(purposes) })).check(z.maxLength(1000))),
    /** The amount of a row that can’t be read, or that it is left out; with neither, an earlier decision is taken back. */
    rows: z.optional(
      z
        .array(
          z.strictObject({
            row: z.int(),
            amount: z.optional(nairaNotNegative(kobo(koboMax))),
            leaveOut: z.optional(z.boolean('Use true or false')),
          }),
        )
        .check(z.maxLength(1000)),
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
