import * as z from 'zod/mini'
import type { AccountId, EmployerId, MemberId, RemittanceId, ReturnId, ScheduleId } from '#domain/ids.ts'
import { leftOutReasons } from '#domain/society/imports/left-out.ts'
import { kobo, koboMax } from '#domain/money.ts'
import { employment, payroll, schedules } from '#contract/changes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { optionalEmail } from '#contract/email.ts'
import { cooperativePhone } from '#contract/phone.ts'
import {
  day,
  id,
  instant,
  listQuery,
  longText,
  naira,
  nairaAboveZero,
  nairaNotNegative,
  optionalText,
  period,
  requiredText,
} from '#contract/fields.ts'
import {
  ageBuckets,
  components,
  creditMoments,
  decisions,
  layoutFields,
  levyCodes,
  missedSavingsChoices,
  scheduleStates,
  varianceKinds,
  variationKinds,
} from '#domain/society/deductions/words.ts'

/** The most lines that one list of an employer may have. */
export const deductionLinesMax = 60_000

export const deductionFileBytesMax = 12 * 1024 * 1024

const amounts = { loans: naira, levy: naira, savings: naira, shares: naira, total: naira }
const layout = z
  .array(
    z.strictObject({
      field: z.enum(layoutFields, 'Choose what the column holds'),
      heading: requiredText('Enter the heading', 60),
    }),
  )
  .check(z.maxLength(layoutFields.length, 'Use each column once'))
const ageing = z.object(
  Object.fromEntries(ageBuckets.map((bucket) => [bucket, naira])) as Record<(typeof ageBuckets)[number], typeof naira>,
)

const employer = z.object({
  id: id<EmployerId>(),
  name: z.string(),
  /** The society's code on that payroll. */
  code: z.string(),
  contactName: z.nullable(z.string()),
  contactPhone: z.nullable(z.string()),
  contactEmail: z.nullable(z.string()),
  layout,
  /** The number of its own account in the ledger. */
  accountCode: z.string(),
  members: z.number(),
  /** Deducted and not yet remitted. */
  owed: naira,
  ageing,
})

const employerFields = {
  code: requiredText('Enter the code that the payroll knows you by', 40),
  contactName: optionalText(120),
  contactPhone: z.optional(z.nullable(cooperativePhone)),
  contactEmail: optionalEmail,
  layout: z.optional(layout),
}

const leftOut = z.array(z.object({ row: z.number(), why: z.enum(leftOutReasons), text: z.string() }))

const employerParams = z.object({ employerId: id<EmployerId>() })
const scheduleParams = z.object({ scheduleId: id<ScheduleId>() })
const returnParams = z.object({ returnId: id<ReturnId>() })

export const listEmployers = endpoint({
  method: 'GET',
  path: '/financial/employers',
  summary: 'Employers that deduct for the society, with what each has deducted and not yet paid over, by its age.',
  access: 'employer.read',
  query: listQuery(['name', 'members', 'owed'], {}),
  kind: 'list',
  reply: employer,
  summaryReply: z.object({ owed: naira, ageing }),
})

export const createEmployer = endpoint({
  method: 'POST',
  path: '/financial/employers',
  summary: 'Adds an employer, with a ledger account of its own for what it owes.',
  access: 'deduction.manage',
  says: ['money', 'Added an employer'],
  changes: employment,
  body: z.strictObject({ name: requiredText("Enter the employer's name"), ...employerFields }),
  reply: employer,
  status: 201,
  message: 'Employer added',
})

export const getEmployer = endpoint({
  method: 'GET',
  path: '/financial/employers/:employerId',
  summary: 'One employer.',
  access: 'deduction.read',
  params: employerParams,
  reply: employer,
})

export const updateEmployer = endpoint({
  method: 'PUT',
  path: '/financial/employers/:employerId',
  summary: 'Changes what it names; a list that was sent keeps the columns with which it left.',
  access: 'deduction.manage',
  says: ['money', 'Changed an employer'],
  changes: employment,
  params: employerParams,
  body: z.strictObject({
    ...employerFields,
    name: z.optional(requiredText("Enter the employer's name")),
    code: z.optional(employerFields.code),
  }),
  reply: employer,
  message: 'Employer saved',
})

const employee = z.object({
  memberId: id<MemberId>(),
  membershipno: z.string(),
  name: z.string(),
  staffNumber: z.string(),
  from: day,
  /** Their savings by their contribution plan, this month. */
  savings: naira,
  shares: naira,
})

export const listEmployees = endpoint({
  method: 'GET',
  path: '/financial/employers/:employerId/members',
  summary: 'The members from whose salary this employer deducts.',
  access: 'deduction.read',
  params: employerParams,
  query: listQuery(['membershipno', 'name', 'staffNumber'], {}),
  kind: 'list',
  reply: employee,
})

const staffNumber = requiredText('Enter the staff number', 40)
const sharesMonthly = nairaNotNegative(kobo(koboMax))

export const assignMembers = endpoint({
  method: 'PUT',
  path: '/financial/employers/:employerId/members',
  summary: 'Assigns many members at once, all or none; a member of another employer moves here.',
  access: 'deduction.manage',
  says: ['money', 'Assigned members to an employer'],
  changes: employment,
  params: employerParams,
  body: z.strictObject({
    rows: z
      .array(
        z.strictObject({
          membershipno: requiredText('Enter the membership number', 40),
          staffNumber,
          from: z.optional(day),
          shares: z.optional(sharesMonthly),
        }),
        'Send the rows as a list',
      )
      .check(z.minLength(1, 'Send at least one row'), z.maxLength(10_000, 'Send at most 10000 rows')),
  }),
  bodyBytesMax: 2 * 1024 * 1024,
  reply: z.object({ assigned: z.number() }),
  message: 'Members assigned',
})

export const uploadEmployees = endpoint({
  method: 'POST',
  path: '/financial/employers/:employerId/members/file',
  summary:
    'Assigns the members of an .xlsx or .csv file in the field `file`: membership number, staff number, and if wanted shares a month and the first day.',
  access: 'deduction.manage',
  says: ['money', "Uploaded an employer's members"],
  changes: employment,
  params: employerParams,
  upload: { bytesMax: 5 * 1024 * 1024 },
  reply: z.object({ assigned: z.number(), leftOut }),
  message: 'Members assigned',
})

export const getMemberEmployer = endpoint({
  method: 'GET',
  path: '/financial/members/:memberId/employer',
  summary: "Who deducts from a member's salary; null where no one does.",
  access: 'employer.read',
  params: z.object({ memberId: id<MemberId>() }),
  reply: z.nullable(
    z.object({ employerId: id<EmployerId>(), employer: z.string(), staffNumber: z.string(), from: day, shares: naira }),
  ),
})

export const updateMemberEmployer = endpoint({
  method: 'PUT',
  path: '/financial/members/:memberId/employer',
  summary: 'Assigns a member to an employer, or to none.',
  access: 'deduction.manage',
  says: ['money', "Changed a member's employer"],
  changes: employment,
  params: z.object({ memberId: id<MemberId>() }),
  body: z.strictObject({
    employerId: z.nullable(id<EmployerId>()),
    staffNumber: z.optional(staffNumber),
    /** Today when left out. */
    from: z.optional(day),
    /** What they pay for shares each month. */
    shares: z.optional(sharesMonthly),
  }),
  reply: getMemberEmployer.reply,
  message: 'Employer saved',
})

const settings = z.object({
  /** Who is paid first out of a part payment. */
  allocationOrder: z.array(z.enum(components)),
  creditOn: z.enum(creditMoments),
  levy: naira,
  /** The account that the levy goes to. */
  levyCode: z.enum(levyCodes),
  /** Missed loan instalments are asked for all at once; otherwise no more than one instalment of a loan a month. */
  arrears: z.boolean(),
  missedSavings: z.enum(missedSavingsChoices),
})

export const getDeductionSettings = endpoint({
  method: 'GET',
  path: '/financial/deductions/settings',
  summary:
    'How part payments are shared, when members are credited, the monthly levy, and what is asked of late loans and missed savings.',
  access: 'deduction.read',
  reply: settings,
})

export const updateDeductionSettings = endpoint({
  method: 'PUT',
  path: '/financial/deductions/settings',
  summary: 'Changes what it names; what was sent or posted stays as it is.',
  access: 'deduction.manage',
  says: ['money', 'Changed the settings of deductions'],
  changes: ['financial/deductions'],
  body: z.strictObject({
    allocationOrder: z.optional(
      z.array(z.enum(components)).check(z.maxLength(components.length, 'Name each part once')),
    ),
    creditOn: z.optional(z.enum(creditMoments)),
    levy: z.optional(sharesMonthly),
    levyCode: z.optional(z.enum(levyCodes)),
    arrears: z.optional(z.boolean('Use true or false')),
    missedSavings: z.optional(z.enum(missedSavingsChoices)),
  }),
  reply: settings,
  message: 'Settings saved',
})

const schedule = z.object({
  id: id<ScheduleId>(),
  employerId: id<EmployerId>(),
  employer: z.string(),
  period,
  state: z.enum(scheduleStates),
  members: z.number(),
  ...amounts,
  createdBy: z.string(),
  createdAt: instant,
  sentAt: z.nullable(instant),
  sentBy: z.nullable(z.string()),
  /** What the accepted returns come to, the refused lines left out. */
  deducted: naira,
  deductedOn: z.nullable(day),
  remitted: naira,
  owed: naira,
  /** Whether the members have got it. */
  credited: z.boolean(),
  /** Paid over, and on its way to the members: of so many lines so many are done, or why they could not be credited yet. */
  crediting: z.nullable(z.object({ lines: z.number(), progress: z.number(), failure: z.nullable(z.string()) })),
  /** The return that is being decided about, or the one that is in force. */
  returnId: z.nullable(id<ReturnId>()),
})

export const listSchedules = endpoint({
  method: 'GET',
  path: '/financial/deductions/schedules',
  summary: 'Deduction schedules by employer and month, newest first.',
  access: 'deduction.read',
  query: listQuery(['period', 'employer', 'owed'], {
    employerId: z.optional(id<EmployerId>()),
    period: z.optional(period),
    state: z.optional(z.enum(scheduleStates)),
  }),
  kind: 'list',
  reply: schedule,
  summaryReply: z.object({ total: naira, deducted: naira, remitted: naira, owed: naira }),
})

export const createSchedule = endpoint({
  method: 'POST',
  path: '/financial/deductions/schedules',
  summary: 'Draws up what an employer is to deduct in a month.',
  access: 'deduction.manage',
  says: ['money', 'Drew up a deduction schedule'],
  changes: schedules,
  body: z.strictObject({ employerId: id<EmployerId>(), period }),
  bodyBytesMax: 1024,
  reply: schedule,
  status: 201,
  message: 'Schedule drawn up',
})

export const getSchedule = endpoint({
  method: 'GET',
  path: '/financial/deductions/schedules/:scheduleId',
  summary: 'One schedule, with what has become of it.',
  access: 'deduction.read',
  params: scheduleParams,
  reply: schedule,
})

export const rebuildSchedule = endpoint({
  method: 'POST',
  path: '/financial/deductions/schedules/:scheduleId/rebuild',
  summary: 'Draws up a draft again, with the members and plans as they are now.',
  access: 'deduction.manage',
  says: ['money', 'Drew up a deduction schedule again'],
  changes: schedules,
  params: scheduleParams,
  bodyBytesMax: 1024,
  reply: schedule,
  message: 'Schedule drawn up again',
})

export const sendSchedule = endpoint({
  method: 'POST',
  path: '/financial/deductions/schedules/:scheduleId/send',
  summary: 'Marks a schedule as sent to the employer; from then on it stays as it is.',
  access: 'deduction.manage',
  says: ['money', 'Marked a deduction schedule as sent'],
  changes: schedules,
  params: scheduleParams,
  reply: schedule,
  message: 'Schedule sent',
})

export const listScheduleLines = endpoint({
  method: 'GET',
  path: '/financial/deductions/schedules/:scheduleId/lines',
  summary: 'What is to be deducted from each member.',
  access: 'deduction.read',
  params: scheduleParams,
  query: listQuery(['number', 'name', 'total'], {}),
  kind: 'list',
  reply: z.object({
    number: z.number(),
    memberId: id<MemberId>(),
    staffNumber: z.string(),
    membershipno: z.string(),
    name: z.string(),
    ...amounts,
    /** Of the savings, what is for earlier months. */
    missed: naira,
  }),
})

export const listVariations = endpoint({
  method: 'GET',
  path: '/financial/deductions/schedules/:scheduleId/variations',
  summary: 'How a schedule differs from the one sent before it: joiners, leavers, changed and finished deductions.',
  access: 'deduction.read',
  params: scheduleParams,
  query: listQuery(['name', 'difference'], { kind: z.optional(z.enum(variationKinds)) }),
  kind: 'list',
  reply: z.object({
    kind: z.enum(variationKinds),
    memberId: id<MemberId>(),
    staffNumber: z.string(),
    membershipno: z.string(),
    name: z.string(),
    before: z.nullable(z.object(amounts)),
    now: z.nullable(z.object(amounts)),
    difference: naira,
  }),
  summaryReply: z.object({
    /** The month compared with; null where nothing was sent before. */
    against: z.nullable(period),
    joiner: z.number(),
    leaver: z.number(),
    changed: z.number(),
    finished: z.number(),
    difference: naira,
  }),
})

export const downloadSchedule = endpoint({
  method: 'GET',
  path: '/financial/deductions/schedules/:scheduleId/file',
  summary: "The schedule or its variations as a file in the employer's own columns.",
  access: 'deduction.read',
  says: ['files', 'Downloaded a deduction schedule'],
  params: scheduleParams,
  query: z.object({ list: z.optional(z.enum(['schedule', 'variations'])), format: z.enum(['xlsx', 'csv']) }),
  kind: 'file',
  reply: z.unknown(),
})

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
    employerSays: z.optional(z.nullable(sharesMonthly)),
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

const remittance = z.object({
  id: id<RemittanceId>(),
  amount: naira,
  receivedOn: day,
  /** The society's account that took it in. */
  paidThrough: z.object({ code: z.string(), name: z.string() }),
  reference: z.nullable(z.string()),
  entryNumber: z.number(),
  recordedBy: z.string(),
  recordedAt: instant,
  reversedAt: z.nullable(instant),
})

export const listRemittances = endpoint({
  method: 'GET',
  path: '/financial/deductions/schedules/:scheduleId/remittances',
  summary: 'What the employer has paid over for a schedule.',
  access: 'deduction.read',
  params: scheduleParams,
  query: listQuery(['receivedOn'], {}),
  kind: 'list',
  reply: remittance,
  /** From what amount on undoing one waits for another officer. */
  summaryReply: z.object({ reversalsWaitFrom: z.nullable(naira) }),
})

export const recordRemittance = endpoint({
  method: 'POST',
  path: '/financial/deductions/schedules/:scheduleId/remittances',
  summary:
    'Records what the employer paid over, in whole or in part. Members who wait for it are credited after the answer; `getSchedule` shows how it goes.',
  access: 'deduction.manage',
  says: ['money', "Recorded an employer's remittance"],
  changes: payroll,
  params: scheduleParams,
  body: z.strictObject({
    amount: nairaAboveZero,
    /** Today when left out. */
    receivedOn: z.optional(day),
    /** A cash or bank account of the society; its bank when left out. */
    paidThrough: z.optional(id<AccountId>()),
    reference: optionalText(80),
  }),
  bodyBytesMax: 16 * 1024,
  reply: schedule,
  status: 201,
  message: 'Remittance recorded',
})

export const reverseRemittance = endpoint({
  method: 'POST',
  path: '/financial/deductions/remittances/:remittanceId/reverse',
  summary: 'Undoes a remittance by an entry dated today.',
  access: 'deduction.manage',
  says: ['money', "Reversed an employer's remittance"],
  changes: payroll,
  stepUp: true,
  mayWait: true,
  params: z.object({ remittanceId: id<RemittanceId>() }),
  body: z.strictObject({ reason: longText('Give the reason', 500) }),
  reply: schedule,
  message: 'Remittance reversed',
})
