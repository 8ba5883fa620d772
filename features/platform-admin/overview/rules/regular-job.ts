/** What the server does by the clock, without anybody asking. */
export const regularJobs = [
  'sum-cooperatives',
  'check-payments',
  'read-settlements',
  'wake-webhooks',
  'credit-deductions',
  'notify-of-deductions',
  'close-votes',
  'hand-over-offices',
  'compute-unpaid-months',
  'remind-of-trials',
  'remind-officers',
  'remind-of-instalments',
  'ask-for-penalties',
  'seal-audit-events',
  'anchor-books',
  'sweep',
] as const
export type RegularJob = (typeof regularJobs)[number]
