import * as z from 'zod/mini'
import type { EmployerId, MemberId, ScheduleId } from '#core/ids.ts'
import { varianceKinds } from '#features/payroll/returns/rules/words.ts'
import { tableReport } from '#features/accounting/books/table-report.ts'
import { id } from '#core/contract/fields.ts'

const links = { scheduleId: id<ScheduleId>(), memberId: z.nullable(id<MemberId>()) }
const employerId = z.optional(id<EmployerId>())
const line = {
  employer: { header: 'Employer', kind: 'text', sort: true, opens: 'schedule' },
  staffNumber: { header: 'Staff number', kind: 'text', width: 16, sort: true },
  membershipno: { header: 'Number', kind: 'text', width: 18 },
  name: { header: 'Member', kind: 'text', sort: true, opens: 'member' },
} as const

export const deductionScheduleReport = tableReport({
  name: 'deduction-schedule',
  time: 'month',
  summary:
    'What is to be deducted from each member for a month, of all employers or one, by the schedules as they were sent.',
  says: ['files', 'Downloaded the deductions of a month'],
  links,
  filters: { employerId },
  facts: {},
  order: 'employer',
  columns: {
    ...line,
    loans: { header: 'Loan instalment', kind: 'money' },
    levy: { header: 'Levy', kind: 'money' },
    savings: { header: 'Savings', kind: 'money' },
    shares: { header: 'Shares', kind: 'money' },
    total: { header: 'Total', kind: 'money', sort: true },
  },
})

export const deductionVarianceReport = tableReport({
  name: 'deduction-variance',
  time: 'month',
  summary:
    'What employers deducted for a month beside what they were asked to deduct, line by line; the lines of a schedule of which no return has come have nothing deducted.',
  says: ['files', 'Downloaded the differences of deductions'],
  links,
  filters: { employerId, kind: z.optional(z.enum([...varianceKinds, 'awaited'], 'Use a kind of variance')) },
  facts: {},
  order: 'employer',
  columns: {
    ...line,
    result: { header: 'Result', kind: 'text', width: 18 },
    scheduled: { header: 'Scheduled', kind: 'money' },
    deducted: { header: 'Deducted', kind: 'money' },
    difference: { header: 'Difference', kind: 'money', sort: true },
    note: { header: 'Note', kind: 'text', width: 30 },
  },
})
