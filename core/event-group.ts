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

/** The group of an event, and one sentence for what was done, in the words of a treasurer. */
export type Said = readonly [group: EventGroup, sentence: string]
