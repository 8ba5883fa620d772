import { labelled } from '#domain/words.ts'

/** What the bye-laws say where no more candidates stand than there are seats. */
export const unopposedRules = ['declared', 'vote'] as const
export type UnopposedRule = (typeof unopposedRules)[number]
export const unopposedRuleNames: Record<UnopposedRule, string> = labelled({
  declared: 'Declared elected without a ballot',
  vote: 'Members vote for or against',
})

/** What the bye-laws say at a tie for the last seat. */
export const electionTieRules = ['run_off', 'lots'] as const
export type ElectionTieRule = (typeof electionTieRules)[number]
export const electionTieRuleNames: Record<ElectionTieRule, string> = labelled({
  run_off: 'Members vote again between those who are tied',
  lots: 'Lots are drawn',
})

export const electionStatuses = ['open', 'completed', 'cancelled'] as const
export type ElectionStatus = (typeof electionStatuses)[number]

/** Where an election is at a moment. */
export const electionPhases = ['announced', 'nominations', 'ballot', 'completed', 'cancelled'] as const
export type ElectionPhase = (typeof electionPhases)[number]
export const electionPhaseNames: Record<ElectionPhase, string> = labelled({
  announced: 'Announced',
  nominations: 'Nominations open',
  ballot: 'Nominations closed',
  completed: 'Completed',
  cancelled: 'Cancelled',
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
  asked: 'Asked to accept',
  accepted: 'Candidate',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  excluded: 'Not eligible',
  elected: 'Elected',
  not_elected: 'Not elected',
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
  not_active: 'Not an active member',
  joined_late: 'Joined too late',
  in_arrears: 'In arrears with a loan',
  terms_used: 'Most consecutive terms served',
  seconders_missing: 'Too few seconders',
  not_accepted: 'Nomination not accepted',
})

export const postOutcomes = ['elected', 'unopposed', 'not_elected', 'vacant'] as const
export type PostOutcome = (typeof postOutcomes)[number]
export const postOutcomeNames: Record<PostOutcome, string> = labelled({
  elected: 'Elected',
  unopposed: 'Elected unopposed',
  not_elected: 'Not elected',
  vacant: 'No candidate',
})

export const handOverStatuses = ['planned', 'done', 'cancelled', 'failed'] as const
export type HandOverStatus = (typeof handOverStatuses)[number]
export const handOverStatusNames: Record<HandOverStatus, string> = labelled({
  planned: 'Planned',
  done: 'In office',
  cancelled: 'Cancelled',
  failed: 'Not done',
})
