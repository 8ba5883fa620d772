/** What an event of the audit trail is about, for its filter. */
export const eventGroups = [
  'members',
  'money',
  'loans',
  'books',
  'settings',
  'meetings',
  'messages',
  'files',
  'sign_in',
] as const
export type EventGroup = (typeof eventGroups)[number]
