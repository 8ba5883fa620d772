import { labelled } from '#core/words.ts'
import type { VoteOutcome } from './outcome.ts'
import * as strings from './strings.ts'

export const voteKinds = ['resolution', 'choice'] as const
export type VoteKind = (typeof voteKinds)[number]
export const voteKindNames: Record<VoteKind, string> = labelled({
  resolution: strings.resolution,
  choice: strings.choiceAmongNames,
})

export const voteStatuses = ['open', 'closed', 'confirmed', 'cancelled'] as const
export type VoteStatus = (typeof voteStatuses)[number]

export const majorities = ['simple', 'two_thirds'] as const
export type Majority = (typeof majorities)[number]
export const majorityNames: Record<Majority, string> = labelled({
  simple: strings.simpleMajorityOfVotesCast,
  two_thirds: strings.twoThirdsOfVotesCast,
})

export const tieRules = ['casting_vote', 'lost'] as const
export type TieRule = (typeof tieRules)[number]
export const tieRuleNames: Record<TieRule, string> = labelled({
  casting_vote: strings.theChairHasACasting,
  lost: strings.theResolutionIsLost,
})

export const voteOutcomeNames: Record<VoteOutcome, string> = labelled({
  carried: strings.carried,
  lost: strings.lost,
  tied: strings.tied,
  counted: strings.counted,
})

/** Why a member on the roll may not vote. */
export const exclusions = ['not_active', 'joined_late', 'in_arrears'] as const
export type Exclusion = (typeof exclusions)[number]
export const exclusionNames: Record<Exclusion, string> = labelled({
  not_active: strings.notAnActiveMember,
  joined_late: strings.joinedTooLate,
  in_arrears: strings.inArrearsWithALoan,
})

/** What is said of a voter beside the name, because an officer could have made them one. */
export const rollMarks = ['recorded_late', 'proved_late', 'in_person'] as const
export type RollMark = (typeof rollMarks)[number]
export const rollMarkNames: Record<RollMark, string> = labelled({
  recorded_late: strings.recordedShortlyBefore,
  proved_late: strings.loginConfirmedAfterTheAnnouncement,
  in_person: strings.loginConfirmedInPerson,
})

export const castingVotes = ['for', 'against'] as const
export type CastingVote = (typeof castingVotes)[number]

/** What verification looks at, in the order in which it is shown. */
export const voteChecks = ['roll', 'turnout', 'signatures', 'tally', 'result', 'confirmations'] as const
export type VoteCheck = (typeof voteChecks)[number]
export const voteCheckNames: Record<VoteCheck, string> = labelled({
  roll: strings.theRollIsAsIt,
  turnout: strings.noMoreBallotsThanMembers,
  signatures: strings.eachBallotBelongsToA,
  tally: strings.theFiguresAreThoseOf,
  result: strings.nothingWasChangedAddedOr,
  confirmations: strings.theOfficersConfirmedThisVery,
})
