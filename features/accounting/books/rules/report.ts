import type { Permission } from '#core/actor.ts'
import { type FileFormat, fileFormats } from '#core/file-format.ts'

export const reportGroups = ['Members and savings', 'Loans', 'Payroll', 'Books', 'Audit'] as const

/** Every report, in the order in which a treasurer asks for them, in plain words, with what running it needs. */
export const reports = [
  {
    name: 'members-register',
    group: 'Members and savings',
    needs: 'member.list',
    title: 'Register of members',
    says: 'Who was a member on a day, with their savings, shares and loans.',
  },
  {
    name: 'contributions',
    group: 'Members and savings',
    needs: 'books.read',
    title: 'Contributions',
    says: 'What each member was to contribute in a period, what they paid, and what is outstanding.',
  },
  {
    name: 'member-balances',
    group: 'Members and savings',
    needs: 'books.read',
    title: 'Member balances',
    says: 'What each member holds, beside what the books say about all of them.',
  },
  {
    name: 'shares-register',
    group: 'Members and savings',
    needs: 'books.read',
    title: 'Register of shares',
    says: 'How many shares each member held on a day, and their part of the share capital.',
  },
  {
    name: 'dividends',
    group: 'Members and savings',
    needs: 'books.read',
    title: 'Dividends',
    says: 'What each member got of each dividend that was paid in a period: gross, withholding tax and net.',
  },
  {
    name: 'loans',
    group: 'Loans',
    needs: 'loan.review',
    title: 'Register of loans',
    says: 'Every running loan on a day: what was lent, what came back, what is outstanding and overdue.',
  },
  {
    name: 'arrears',
    group: 'Loans',
    needs: 'loan.review',
    title: 'Loans in arrears',
    says: 'The loans of which something was overdue on a day, the longest first.',
  },
  {
    name: 'defaulters',
    group: 'Loans',
    needs: 'loan.review',
    title: 'Defaulters',
    says: 'The members who were late with a loan, with their phones and what they have saved.',
  },
  {
    name: 'portfolio-at-risk',
    group: 'Loans',
    needs: 'loan.review',
    title: 'Portfolio at risk',
    says: 'The whole balance of late loans by product, and its part of all that is outstanding.',
  },
  {
    name: 'provisions',
    group: 'Loans',
    needs: 'loan.review',
    title: 'Provision for loan losses',
    says: 'What should be set aside for each class of loans, beside what the books have set aside.',
  },
  {
    name: 'deduction-schedule',
    group: 'Payroll',
    needs: 'deduction.read',
    title: 'Deduction schedule',
    says: 'What employers are to deduct from each member in a month.',
  },
  {
    name: 'deduction-variance',
    group: 'Payroll',
    needs: 'deduction.read',
    title: 'Deduction variance',
    says: 'What employers deducted in a month, beside what they were asked to deduct.',
  },
  {
    name: 'trial-balance',
    group: 'Books',
    needs: 'books.read',
    title: 'Trial balance',
    says: 'Every account: what was on it before, what moved, what is on it now. Both sides agree.',
  },
  {
    name: 'income-statement',
    group: 'Books',
    needs: 'books.read',
    title: 'Income and expenditure',
    says: 'What the society earned and spent in a period, and what is left of it.',
  },
  {
    name: 'balance-sheet',
    group: 'Books',
    needs: 'books.read',
    title: 'Balance sheet',
    says: 'What the society owns, what it owes, and what is its own, on any day.',
  },
  {
    name: 'receipts-and-payments',
    group: 'Books',
    needs: 'books.read',
    title: 'Receipts and payments',
    says: 'Where money came from and where it went, from one balance of cash and bank to the next.',
  },
  {
    name: 'cash-book',
    group: 'Books',
    needs: 'books.read',
    title: 'Cash book',
    says: 'Every receipt and payment in cash or at the bank, day by day, with the balance.',
  },
  {
    name: 'general-ledger',
    group: 'Books',
    needs: 'books.read',
    title: 'General ledger',
    says: 'All accounts, or one of them: each entry that touched it, with the balance after it.',
  },
  {
    name: 'appropriation',
    group: 'Books',
    needs: 'books.read',
    title: 'Appropriation of surplus',
    says: 'What general meetings made of the surplus of each year: fund by fund, with the clause and the resolution.',
  },
  {
    name: 'fixed-assets',
    group: 'Books',
    needs: 'books.read',
    title: 'Register of fixed assets',
    says: 'What the society owned on a day: what each asset cost, its depreciation and its book value.',
  },
  {
    name: 'audit-pack',
    group: 'Audit',
    needs: 'audit.read',
    title: 'Audit pack',
    says: 'Statements, schedules, registers, minutes and the proof of the books in one file.',
  },
  {
    name: 'audit-sample',
    group: 'Audit',
    needs: 'audit.read',
    title: 'Audit sample',
    says: 'Entries to test, drawn at random, by their size, or the largest ones. The same seed draws the same entries.',
  },
] as const satisfies readonly {
  name: string
  group: (typeof reportGroups)[number]
  needs: Permission
  title: string
  says: string
}[]

/** What each is downloaded as; a pack of many tables is no CSV. */
export function formatsOf(name: ReportName): FileFormat[] {
  return fileFormats.filter((format) => name !== 'audit-pack' || format !== 'csv')
}

export type ReportName = (typeof reports)[number]['name']

export function reportOf(name: ReportName): (typeof reports)[number] {
  const found = reports.find((report) => report.name === name)
  if (!found) throw new Error(`There is no report ${name}`)
  return found
}
