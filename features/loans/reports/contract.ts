import * as z from 'zod/mini'
import type { LoanConfigurationId, LoanId, MemberId } from '#core/ids.ts'
import { loanClasses } from '#features/loans/loans/rules/loan-class.ts'
import { tableReport } from '#features/accounting/books/table-report.ts'
import { id, naira } from '#core/contract/fields.ts'

/** Twenty thousand loans of a past day are computed from some hundred thousand movements. */
const seconds = 60

const ofLoan = { loanId: id<LoanId>(), memberId: id<MemberId>() }
const filters = {
  loanConfigId: z.optional(id<LoanConfigurationId>()),
  class: z.optional(z.enum(loanClasses, `Use one of ${loanClasses.join(', ')}`)),
}
const member = {
  membershipno: { header: 'Number', kind: 'text', width: 18, sort: true },
  name: { header: 'Member', kind: 'text', sort: true, opens: 'member' },
} as const
const overdue = { header: 'Overdue', kind: 'money', sort: true } as const
const outstanding = { header: 'Outstanding', kind: 'money', sort: true } as const
const daysLate = { header: 'Days late', kind: 'number', sort: true } as const
const loanClass = { header: 'Class', kind: 'text', width: 18 } as const

export const loansReport = tableReport({
  name: 'loans',
  time: 'day',
  seconds,
  summary:
    'Every loan that ran at the end of a day, from its movements up to that day: what was lent, what of the principal came back, what is outstanding and overdue.',
  says: ['files', 'Downloaded the register of loans'],
  links: ofLoan,
  filters,
  facts: {},
  order: 'membershipno',
  columns: {
    ...member,
    product: { header: 'Loan', kind: 'text', width: 22, sort: true, opens: 'loan' },
    startOn: { header: 'Paid out on', kind: 'date', sort: true },
    principal: { header: 'Principal', kind: 'money', sort: true },
    repaid: { header: 'Principal repaid', kind: 'money' },
    outstanding,
    overdue,
    daysLate,
    class: loanClass,
    endsOn: { header: 'Last instalment', kind: 'date', sort: true },
    provision: { header: 'Provision', kind: 'money' },
  },
})

export const arrearsReport = tableReport({
  name: 'arrears',
  time: 'day',
  seconds,
  summary:
    'The loans of which something was overdue at the end of a day, the longest first. What an employer deducted and has not paid over counts as paid.',
  says: ['files', 'Downloaded the loans in arrears'],
  links: ofLoan,
  filters,
  /** Loans that the portfolio at risk has besides: nothing of them is overdue, and they were late when they got new terms. */
  facts: { lateBeforeNewTerms: z.object({ loans: z.number(), outstanding: naira }) },
  order: '-daysLate',
  columns: {
    ...member,
    product: { header: 'Loan', kind: 'text', width: 22, sort: true, opens: 'loan' },
    overdue,
    lateSince: { header: 'Late since', kind: 'date' },
    daysLate,
    outstanding,
    lastPaidOn: { header: 'Last paid on', kind: 'date', sort: true },
    class: loanClass,
  },
})

export const defaultersReport = tableReport({
  name: 'defaulters',
  time: 'day',
  seconds,
  summary:
    'The members who were late with a loan at the end of a day, with what all of their late loans come to and what they have saved.',
  says: ['files', 'Downloaded the list of defaulters'],
  links: { memberId: id<MemberId>() },
  filters: {},
  facts: {},
  order: '-overdue',
  columns: {
    ...member,
    phone: { header: 'Phone', kind: 'text', width: 16 },
    loans: { header: 'Late loans', kind: 'count' },
    overdue,
    lateSince: { header: 'Late since', kind: 'date' },
    daysLate,
    outstanding,
    savings: { header: 'Savings', kind: 'money', sort: true },
  },
})

export const portfolioAtRiskReport = tableReport({
  name: 'portfolio-at-risk',
  time: 'day',
  seconds,
  summary:
    'By product: the whole outstanding balance of loans of which anything is overdue for more than so many days. The summary has the parts of all that is outstanding.',
  says: ['files', 'Downloaded the portfolio at risk'],
  links: { loanConfigId: id<LoanConfigurationId>() },
  filters: {},
  facts: {
    atRisk: z.array(z.object({ days: z.number(), loans: z.number(), outstanding: naira, percent: z.number() })),
  },
  order: 'product',
  columns: {
    product: { header: 'Loan product', kind: 'text', width: 26, sort: true, opens: 'arrearsOfProduct' },
    loans: { header: 'Loans', kind: 'count' },
    outstanding,
    overdue,
    late1: { header: '1+ days late', kind: 'money' },
    late30: { header: 'Over 30 days', kind: 'money', sort: true },
    late60: { header: 'Over 60 days', kind: 'money' },
    late90: { header: 'Over 90 days', kind: 'money' },
    percent30: { header: 'PAR 30 in %', kind: 'number', sort: true },
  },
})

export const provisionsReport = tableReport({
  name: 'provisions',
  time: 'day',
  seconds,
  summary:
    'What should be set aside for loan losses at the end of a day, by class. The summary has what the books had set aside then, and what was missing.',
  says: ['files', 'Downloaded the provision for loan losses'],
  links: {},
  filters: {},
  facts: { built: naira, toPost: naira },
  order: 'from',
  columns: {
    class: { ...loanClass, width: 26, opens: 'loansOfClass' },
    from: { header: 'Days late from', kind: 'number', sort: true },
    to: { header: 'To', kind: 'number' },
    percent: { header: 'Rate in %', kind: 'number' },
    loans: { header: 'Loans', kind: 'count' },
    outstanding,
    provision: { header: 'Provision', kind: 'money', sort: true },
  },
})
