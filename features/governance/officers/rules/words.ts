import { offices } from '#core/actor.ts'
import { labelled } from '#core/words.ts'
import * as strings from './strings.ts'

/** What of the admin area a post can carry. */
export const postOffices = ['admin', ...offices] as const
export type PostOffice = (typeof postOffices)[number]

/** How somebody came to a post; `earlier` are terms from before the register. */
export const waysToPost = ['elected', 'unopposed', 'by_election', 'appointed', 'earlier'] as const
export type WayToPost = (typeof waysToPost)[number]
export const wayToPostNames: Record<WayToPost, string> = labelled({
  elected: strings.elected,
  unopposed: strings.electedUnopposed,
  by_election: strings.byElection,
  appointed: strings.appointed,
  earlier: strings.earlierTerm,
})

export const endReasons = ['succeeded', 'term_over', 'resigned', 'removed', 'left_society', 'died', 'other'] as const
export type EndReason = (typeof endReasons)[number]
export const endReasonNames: Record<EndReason, string> = labelled({
  succeeded: strings.successorTookOffice,
  term_over: strings.termEnded,
  resigned: strings.resigned,
  removed: strings.removed,
  left_society: strings.leftTheSociety,
  died: strings.died,
  other: strings.other,
})
