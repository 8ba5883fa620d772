import * as z from 'zod/mini'
import type { MemberId } from '#core/ids.ts'
import { tableReport } from '#features/accounting/books/table-report.ts'
import { id } from '#core/contract/fields.ts'

export const contributionsReport = tableReport({
  name: 'contributions',
  time: 'days',
  summary:
    'What each member was to contribute for the months of a period by their plan, what was paid for these months by its last day, and what is outstanding. What an employer deducted and has not paid over is not outstanding.',
  says: ['files', 'Downloaded the contributions of a period'],
  links: { memberId: id<MemberId>() },
  filters: { standing: z.optional(z.enum(['paid', 'part', 'missing'], 'Use paid, part or missing')) },
  facts: {},
  order: 'membershipno',
  columns: {
    membershipno: { header: 'Number', kind: 'text', width: 18, sort: true },
    name: { header: 'Member', kind: 'text', sort: true, opens: 'member' },
    expected: { header: 'Expected', kind: 'money', sort: true },
    paid: { header: 'Paid', kind: 'money', sort: true },
    deducted: { header: 'With the employer', kind: 'money' },
    outstanding: { header: 'Outstanding', kind: 'money', sort: true },
  },
})
