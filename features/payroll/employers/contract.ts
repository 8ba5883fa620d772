import * as z from 'zod/mini'
import { layoutFields, ageBuckets } from '#features/payroll/employers/rules/words.ts'
import { requiredText, naira, id, optionalText, listQuery, day, nairaNotNegative } from '#core/contract/fields.ts'
import type { EmployerId, MemberId } from '#core/ids.ts'
import { cooperativePhone } from '#core/contract/phone.ts'
import { optionalEmail } from '#core/contract/email.ts'
import { downloadable } from '#core/contract/downloadable.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { leftOut } from '#core/contract/left-out.ts'
import { employment } from '#core/contract/changes.ts'
import { kobo, koboMax } from '#core/money.ts'

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

const employerParams = z.object({ employerId: id<EmployerId>() })

export const listEmployers = downloadable(
  endpoint({
    method: 'GET',
    path: '/financial/employers',
    summary: 'Employers that deduct for the society, with what each has deducted and not yet paid over, by its age.',
    access: 'employer.read',
    query: listQuery(['name', 'members', 'owed'], {}),
    kind: 'list',
    reply: employer,
    summaryReply: z.object({ owed: naira, ageing }),
  }),
  {
    title: 'Employers',
    says: 'Downloaded the employers',
    columns: [
      { key: 'name', header: 'Employer', kind: 'text', sort: 'name' },
      { key: 'code', header: 'Code', kind: 'code', inFiles: true },
      { key: 'members', header: 'Members', kind: 'count', sort: 'members' },
      { key: 'days0to30', header: '0-30 days', kind: 'money', of: (row) => row.ageing.days0to30 },
      { key: 'days31to60', header: '31-60', kind: 'money', of: (row) => row.ageing.days31to60 },
      { key: 'days61to90', header: '61-90', kind: 'money', of: (row) => row.ageing.days61to90 },
      { key: 'daysOver90', header: 'Over 90', kind: 'money', of: (row) => row.ageing.daysOver90 },
      { key: 'owed', header: 'Not remitted', kind: 'money', sort: 'owed' },
    ],
    totals: ({ owed, ageing }) => ({ ...ageing, owed }),
  },
)

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

export const listEmployees = downloadable(
  endpoint({
    method: 'GET',
    path: '/financial/employers/:employerId/members',
    summary: 'The members from whose salary this employer deducts.',
    access: 'deduction.read',
    params: employerParams,
    query: listQuery(['membershipno', 'name', 'staffNumber'], {}),
    kind: 'list',
    reply: employee,
  }),
  {
    title: 'Members at an employer',
    says: "Downloaded an employer's members",
    columns: [
      { key: 'name', header: 'Member', kind: 'text', sort: 'name' },
      { key: 'membershipno', header: 'Number', kind: 'code', inFiles: true },
      { key: 'staffNumber', header: 'Staff number', kind: 'code', sort: 'staffNumber' },
      { key: 'from', header: 'From', kind: 'date' },
      { key: 'savings', header: 'Savings a month', kind: 'money' },
      { key: 'shares', header: 'Shares a month', kind: 'money' },
    ],
  },
)

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
