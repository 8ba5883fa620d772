export const fileFormats = ['csv', 'xlsx', 'pdf'] as const
export type FileFormat = (typeof fileFormats)[number]

/** Every report of the books, in the order in which a treasurer asks for them, in plain words. */
export const reports = [
  {
    name: 'trial-balance',
    title: 'Trial balance',
    says: 'Every account: what was on it before, what moved, what is on it now. Both sides agree.',
  },
  {
    name: 'income-statement',
    title: 'Income and expenditure',
    says: 'What the society earned and spent in a period, and what is left of it.',
  },
  {
    name: 'balance-sheet',
    title: 'Balance sheet',
    says: 'What the society owns, what it owes, and what is its own, on any day.',
  },
  {
    name: 'receipts-and-payments',
    title: 'Receipts and payments',
    says: 'Where money came from and where it went, from one balance of cash and bank to the next.',
  },
  {
    name: 'cash-book',
    title: 'Cash book',
    says: 'Every receipt and payment in cash or at the bank, day by day, with the balance.',
  },
  {
    name: 'general-ledger',
    title: 'General ledger',
    says: 'One account: each entry that touched it, with the balance after it.',
  },
  {
    name: 'member-balances',
    title: 'Member balances',
    says: 'What each member holds, beside what the books say about all of them.',
  },
] as const

export type ReportName = (typeof reports)[number]['name']
