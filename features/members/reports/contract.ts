import * as z from 'zod/mini'
import type { AccountId, MemberId } from '#core/ids.ts'
import { memberStatuses } from '#features/members/members/rules/member.ts'
import { fileFormats } from '#core/file-format.ts'
import { tableReport } from '#features/accounting/books/table-report.ts'
import { id } from '#core/contract/fields.ts'

const member = {
  membershipno: { header: 'Number', kind: 'text', width: 18, sort: true },
  name: { header: 'Member', kind: 'text', sort: true, opens: 'member' },
} as const

export const membersRegisterReport = tableReport({
  name: 'members-register',
  time: 'day',
  summary:
    'Everybody who had joined by a day, as they were at its end: status, when they left, and what was on their savings, shares and loans by the postings up to that day.',
  says: ['files', 'Downloaded the register of members'],
  links: { memberId: id<MemberId>() },
  filters: { status: z.optional(z.enum(memberStatuses, `Use one of ${memberStatuses.join(', ')}`)) },
  facts: {},
  order: 'membershipno',
  // As the register's own file: it holds where people are reached.
  stepUp: { field: 'format', values: fileFormats },
  columns: {
    ...member,
    phone: { header: 'Phone', kind: 'text', width: 16 },
    gender: { header: 'Gender', kind: 'text', width: 10 },
    joinedOn: { header: 'Joined on', kind: 'date', sort: true },
    status: { header: 'Status', kind: 'text', width: 12 },
    leftOn: { header: 'Left on', kind: 'date', sort: true },
    savings: { header: 'Savings', kind: 'money', sort: true },
    shares: { header: 'Shares', kind: 'money', sort: true },
    loans: { header: 'Loans outstanding', kind: 'money', sort: true },
    memberBefore: { header: 'Member before', kind: 'text', width: 28 },
  },
})

export const sharesRegisterReport = tableReport({
  name: 'shares-register',
  time: 'day',
  summary:
    'The members who held shares at the end of a day: how many at par value, what is paid up for them by the postings up to that day, their part of the share capital, since when they hold shares, and who is over the ceiling of the bye-laws.',
  says: ['files', 'Downloaded the register of shares'],
  links: { memberId: id<MemberId>(), accountId: z.nullable(id<AccountId>()) },
  filters: {},
  facts: {},
  order: 'membershipno',
  columns: {
    ...member,
    joinedOn: { header: 'Joined on', kind: 'date', sort: true },
    shares: { header: 'Shares', kind: 'count', sort: true },
    amount: { header: 'Paid up', kind: 'money', sort: true, opens: 'account' },
    percent: { header: 'Part of the capital in %', kind: 'number' },
    heldSince: { header: 'First held on', kind: 'date' },
    ceiling: { header: 'Ceiling', kind: 'text', width: 20 },
  },
})
