/**
 * What can wait for an officer, in the order in which it is shown: approvals that they may give, people who want to become members, what members ask to have changed, loans that wait for others and loans to pay out, employers' returns to decide, lines of the bank to match, fixed deposits to pay out, votes to count or whose result to confirm, members who ask to be erased.
 */
export const waitingKinds = [
  'approvals',
  'membershipApplications',
  'memberRequests',
  'applications',
  'payouts',
  'returns',
  'bankLines',
  'maturedDeposits',
  'voteResults',
  'erasures',
] as const
export type WaitingKind = (typeof waitingKinds)[number]
