import { offices } from '#domain/actor.ts'
import { labelled } from '#domain/words.ts'

/** What of the admin area a post can carry. */
export const postOffices = ['admin', ...offices] as const
export type PostOffice = (typeof postOffices)[number]

/** How somebody came to a post; `earlier` are terms from before the register. */
export const waysToPost = ['elected', 'unopposed', 'by_election', 'appointed', 'earlier'] as const
export type WayToPost = (typeof waysToPost)[number]
export const wayToPostNames: Record<WayToPost, string> = labelled({
  elected: 'Elected',
  unopposed: 'Elected unopposed',
  by_election: 'By-election',
  appointed: 'Appointed',
  earlier: 'Earlier term',
})

export const endReasons = ['succeeded', 'term_over', 'resigned', 'removed', 'left_society', 'died', 'other'] as const
export type EndReason = (typeof endReasons)[number]
export const endReasonNames: Record<EndReason, string> = labelled({
  succeeded: 'Successor took office',
  term_over: 'Term ended',
  resigned: 'Resigned',
  removed: 'Removed',
  left_society: 'Left the society',
  died: 'Died',
  other: 'Other',
})
