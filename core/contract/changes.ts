/**
 * The beginnings of addresses of reads that many writes make stale together (`changes` of an endpoint). A part such as `:id`
 * is any. What one write alone touches, its contract names itself.
 */

/** Sums and counts that most of what happens moves. */
export const dashboards = ['cooperatives/statistics', 'financial/approvals', 'financial/dashboard', 'member-portal']

/** What waits for an officer, and how much of it. */
export const approvals = [
  'change-requests',
  'cooperatives/statistics',
  'cooperatives/support-access',
  'financial/approvals',
  'financial/books',
  'financial/guarantees',
  'financial/loans',
  'financial/opening-balances',
  'financial/payment-batches',
  'financial/reconciliation',
  'financial/transactions',
  'financial/year-closings',
  'governance/enquiries',
  'member-requests',
  'members/erasure-requests',
  'membership-applications',
]

/** Who is in the register, and as what. */
export const people = [
  ...dashboards,
  'cooperatives/members',
  'financial/employers',
  'financial/guarantors',
  'financial/members',
  'member-requests',
  'members',
  'membership-applications',
]

/** What an entry in the books moves, whatever it is of: balances of accounts and members, and what is computed from them. */
export const postings = [
  ...dashboards,
  'cooperatives/members',
  'financial/accounts',
  'financial/books',
  'financial/contributions',
  'financial/dividend-cap',
  'financial/fixed-deposits',
  'financial/guarantors',
  'financial/interest',
  'financial/loan-accruals',
  'financial/loans',
  'financial/members',
  'financial/opening-balances',
  'financial/payable',
  'financial/pledges',
  'financial/reconciliation',
  'financial/surpluses',
  'financial/transactions',
  'financial/year-closings',
  'members',
]

/** Who deducts from whom. */
export const employment = [
  'cooperatives/members',
  'financial/accounts',
  'financial/contributions',
  'financial/deductions',
  'financial/employers',
  'financial/members',
  'member-portal',
  'members',
]

/** A month with an employer before any money of it moves. */
export const schedules = [...dashboards, 'financial/contributions', 'financial/deductions', 'financial/employers']

/** A payroll from the schedule to the money, which credits members and holds what belongs to none. */
export const payroll = [...postings, 'financial/deductions', 'financial/employers', 'financial/held-money']

/** A loan before any money of it moves. */
export const loanCases = [
  ...dashboards,
  'financial/guarantees',
  'financial/guarantors',
  'financial/loan-statuses',
  'financial/loans',
  'financial/members',
  'financial/pledges',
  'governance/meetings/:id/loans',
]

/** The money of a loan. */
export const lending = [...postings, ...loanCases, 'financial/payment-batches']

/** What records, decides about or undoes a voucher of any kind. */
export const vouchers = [
  ...lending,
  'financial/deductions',
  'financial/depreciation',
  'financial/dividends',
  'financial/employers',
  'financial/fixed-assets',
  'financial/goods',
  'financial/held-money',
  'financial/online-payments',
]

/** The accounts of the chart, with what is chosen among them. */
export const chart = [
  'financial/accounts',
  'financial/bank-accounts',
  'financial/posting-accounts',
  'financial/reconciliation',
  'financial/transactions',
]

/** What the cooperative settled about accounts, products and itself. */
export const configuration = [
  ...dashboards,
  'financial/account-types',
  'financial/accounts',
  'financial/bank-accounts',
  'financial/books',
  'financial/config',
  'financial/configs',
  'financial/contributions',
  'financial/loan-config',
  'financial/loan-configs',
  'financial/loans',
  'financial/posting-accounts',
]

/** A meeting, what is decided at it and who holds which office. */
export const meetings = [
  'cooperatives/statistics',
  'governance/actions',
  'governance/elections',
  'governance/meetings',
  'governance/posts',
  'governance/terms',
  'governance/votes',
  'member-portal',
]

/** What takes the word of officers: how many it takes, and whose, follows from who holds an office. */
export const offices = ['governance/votes', ...approvals]

/** A cooperative as the super administrator sees it, and what waits for them. */
export const overseen = [
  'contact-messages',
  'cooperatives/details',
  'cooperatives/list',
  'cooperatives/search',
  'cooperatives/statistics',
  'platform/support-access',
  'platform/unclaimed-money',
  'support-contact',
]

/** What every member sees alike. A change of the rest is told to the members whom it concerns. */
export const forEveryMember = [
  'cooperatives/profile',
  'financial/account-types',
  'financial/bank-accounts',
  'financial/config',
  'financial/dividend-settings',
  'financial/loan-config',
  'financial/online-payment-settings',
  'governance/elections',
  'governance/meetings',
  'governance/posts',
  'governance/votes',
]
