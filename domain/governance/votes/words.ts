import { labelled } from '#domain/words.ts'
import type { VoteOutcome } from './outcome.ts'

export const voteKinds = ['resolution', 'choice'] as const
export type VoteKind = (typeof voteKinds)[number]
export const voteKindNames: Record<VoteKind, string> = labelled({
  resolution: 'Resolution',
  choice: 'Choice among names',
})

export const voteStatuses = ['open', 'closed', 'confirmed', 'cancelled'] as const
export type VoteStatus = (typeof voteStatuses)[number]

export const majorities = ['simple', 'two_thirds'] as const
export type Majority = (typeof majorities)[number]
export const majorityNames: Record<Majority, string> = labelled({
  simple: 'Simple majority of votes cast',
  two_thirds: 'Two thirds of votes cast',
})

export const tieRules = ['casting_vote', 'lost'] as const
export type TieRule = (typeof tieRules)[number]
export const tieRuleNames: Record<TieRule, string> = labelled({
  casting_vote: 'The chair has a casting vote',
  lost: 'The resolution is lost',
})

export const voteOutcomeNames: Record<VoteOutcome, string> = labelled({
  carried: 'Carried',
  lost: 'Lost',
  tied: 'Tied',
  counted: 'Counted',
})

/** Why a member on the roll may not vote. */
export const exclusions = ['not_active', 'joined_late', 'in_arrears'] as const
export type Exclusion = (typeof exclusions)[number]
export const exclusionNames: Record<Exclusion, string> = labelled({
  not_active: 'Not an active member',
  joined_late: 'Joined too late',
  in_arrears: 'In arrears with a loan',
})

export const castingVotes = ['for', 'against'] as const
export type CastingVote = (typeof castingVotes)[number]

/** What verification looks at, in the order in which it is shown. */
export const voteChecks = ['roll', 'turnout', 'signatures', 'tally', 'result', 'confirmations'] as const
export type VoteCheck = (typeof voteChecks)[number]
export const voteCheckNames: Record<VoteCheck, string> = labelled({
  roll: 'The roll is as it was when the vote opened',
  turnout: 'No more ballots than members who voted',
  signatures: 'Each ballot belongs to a member on the roll',
  tally: 'The figures are those of the ballots',
  result: 'Nothing was changed, added or removed since the count',
  confirmations: 'The officers confirmed this very result',
})
