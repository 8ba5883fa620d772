/**
 * The beginnings of addresses of reads that many writes make stale together (`changes` of an endpoint). A part such as `:id`
 * is any. What one write alone touches, its contract names itself.
 */

/** Sums and counts that most of what happens moves. */
export const dashboards = ['cooperatives/statistics', 'financial/approvals', 'financial/dashboard', 'member-portal']

/** What waits for an officer, and how much of it. */
export const approvals = [
  'cooperatives/statistics',
  'cooperatives/support-access',
  'financial/approvals',
  'financial/guarantees',
  'financial/loans',
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

/** What decides about a voucher of any kind, or undoes one. */
export const vouchers = [
  ...postings,
  'financial/deductions',
  'financial/depreciation',
  'financial/dividends',
  'financial/employers',
  'financial/fixed-assets',
  'financial/goods',
  'financial/guarantees',
  'financial/held-money',
  'financial/loan-statuses',
  'financial/online-payments',
  'financial/payment-batches',
]

/** Who deducts from whom. */
export const employment = [
  'financial/accounts',
  'financial/deductions',
  'financial/employers',
  'financial/members',
  'member-portal',
]

/** A month with an employer before any money of it moves. */
export const schedules = [...dashboards, 'financial/deductions', 'financial/employers']

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
export const lending = [...postings, ...loanCases]

/** What the cooperative settled about accounts, products and itself. */
export const configuration = [
  ...dashboards,
  'financial/account-types',
  'financial/accounts',
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
