/** What the officer who uses a cooperative's own login can be, as lines of the audit trail say it. */
export const holderPosts = [
  'treasurer',
  'secretary',
  'financial secretary',
  'president',
  'manager',
  'accountant',
  'officer',
] as const
export type HolderPost = (typeof holderPosts)[number]
