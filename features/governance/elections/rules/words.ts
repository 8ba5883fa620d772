import { labelled } from '#core/words.ts'
import * as strings from './strings.ts'

/** What the bye-laws say where no more candidates stand than there are seats. */
export const unopposedRules = ['declared', 'vote'] as const
export type UnopposedRule = (typeof unopposedRules)[number]
export const unopposedRuleNames: Record<UnopposedRule, string> = labelled({
  declared: strings.declaredElectedWithoutABallot,
  vote: strings.membersVoteForOrAgainst,
})

/** What the bye-laws say at a tie for the last seat. */
export const electionTieRules = ['run_off', 'lots'] as const
export type ElectionTieRule = (typeof electionTieRules)[number]
export const electionTieRuleNames: Record<ElectionTieRule, string> = labelled({
  run_off: strings.membersVoteAgainBetweenThose,
  lots: strings.lotsAreDrawn,
})

export const electionStatuses = ['open', 'completed', 'cancelled'] as const
export type ElectionStatus = (typeof electionStatuses)[number]

/** Where an election is at a moment. */
export const electionPhases = ['announced', 'nominations', 'ballot', 'completed', 'cancelled'] as const
export type ElectionPhase = (typeof electionPhases)[number]
export const electionPhaseNames: Record<ElectionPhase, string> = labelled({
  announced: strings.announced,
  nominations: strings.nominationsOpen,
  ballot: strings.nominationsClosed,
  completed: strings.completed,
  cancelled: strings.cancelled,
})

export const candidateStatuses = [
  'asked',
  'accepted',
  'declined',
  'withdrawn',
  'excluded',
  'elected',
  'not_elected',
] as const
export type CandidateStatus = (typeof candidateStatuses)[number]
export const candidateStatusNames: Record<CandidateStatus, string> = labelled({
  asked: strings.askedToAccept,
  accepted: strings.candidate,
  declined: strings.declined,
  withdrawn: strings.withdrawn,
  excluded: strings.notEligible,
  elected: strings.elected,
  not_elected: strings.notElected,
})

/** Why somebody can't be a candidate. */
export const ineligibilities = [
  'not_active',
  'joined_late',
  'in_arrears',
  'terms_used',
  'seconders_missing',
  'not_accepted',
] as const
export type Ineligibility = (typeof ineligibilities)[number]
export const ineligibilityNames: Record<Ineligibility, string> = labelled({
  not_active: strings.notAnActiveMember,
  joined_late: strings.joinedTooLate,
  in_arrears: strings.inArrearsWithALoan,
  terms_used: strings.mostConsecutiveTermsServed,
  seconders_missing: strings.tooFewSeconders,
  not_accepted: strings.nominationNotAccepted,
})

export const postOutcomes = ['elected', 'unopposed', 'not_elected', 'vacant'] as const
export type PostOutcome = (typeof postOutcomes)[number]
export const postOutcomeNames: Record<PostOutcome, string> = labelled({
  elected: strings.elected,
  unopposed: strings.electedUnopposed,
  not_elected: strings.notElected,
  vacant: strings.noCandidate,
})

export const handOverStatuses = ['planned', 'done', 'cancelled', 'failed'] as const
export type HandOverStatus = (typeof handOverStatuses)[number]
export const handOverStatusNames: Record<HandOverStatus, string> = labelled({
  planned: strings.planned,
  done: strings.inOffice,
  cancelled: strings.cancelled,
  failed: strings.notDone,
})
