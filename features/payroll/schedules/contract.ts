import * as z from 'zod/mini'
import { naira, nairaNotNegative, id, period, instant, day, listQuery } from '#core/contract/fields.ts'
import type { ScheduleId, EmployerId, ReturnId, MemberId } from '#core/ids.ts'
import { components } from '#features/payroll/employers/rules/words.ts'
import {
  creditMoments,
  levyCodes,
  missedSavingsChoices,
  scheduleStates,
  stateLabel,
  variationKinds,
} from '#features/payroll/schedules/rules/words.ts'
import { downloadable } from '#core/contract/downloadable.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { periodName } from '#core/calendar.ts'
import { kobo, koboMax } from '#core/money.ts'
import { schedules } from '#core/contract/changes.ts'

/** The most lines that one list of an employer may have. */
export const deductionLinesMax = 60_000

const amounts = { loans: naira, levy: naira, savings: naira, shares: naira, total: naira }

export const scheduleParams = z.object({ scheduleId: id<ScheduleId>() })

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
    levy: z.optional(nairaNotNegative(kobo(koboMax))),
    levyCode: z.optional(z.enum(levyCodes)),
    arrears: z.optional(z.boolean('Use true or false')),
    missedSavings: z.optional(z.enum(missedSavingsChoices)),
  }),
  reply: settings,
  message: 'Settings saved',
})

export const schedule = z.object({
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

export const listSchedules = downloadable(
  endpoint({
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
    summaryReply: z.object({
      total: naira,
      deducted: naira,
      remitted: naira,
      owed: naira,
      /** How many there are to draw one up for. */
      employers: z.number(),
    }),
  }),
  {
    title: 'Deduction schedules',
    says: 'Downloaded the deduction schedules',
    columns: [
      { key: 'period', header: 'Month', kind: 'text', of: (row) => periodName(row.period), sort: 'period' },
      { key: 'employer', header: 'Employer', kind: 'text', sort: 'employer' },
      { key: 'members', header: 'Members', kind: 'count' },
      { key: 'total', header: 'Scheduled', kind: 'money' },
      { key: 'deducted', header: 'Deducted', kind: 'money' },
      { key: 'owed', header: 'Not remitted', kind: 'money', sort: 'owed' },
      { key: 'state', header: 'State', kind: 'text', of: stateLabel },
    ],
    totals: ({ total, deducted, owed }) => ({ total, deducted, owed }),
  },
)

export const createSchedule = endpoint({
  method: 'POST',
  path: '/financial/deductions/schedules',
  summary: 'Draws up what an employer is to deduct in a month.',
  access: 'deduction.manage',
  says: ['money', 'Created a deduction schedule'],
  changes: schedules,
  body: z.strictObject({ employerId: id<EmployerId>(), period }),
  bodyBytesMax: 1024,
  reply: schedule,
  status: 201,
  message: 'Schedule created',
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
  says: ['money', 'Created a deduction schedule again'],
  changes: schedules,
  params: scheduleParams,
  bodyBytesMax: 1024,
  reply: schedule,
  message: 'Schedule created again',
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
