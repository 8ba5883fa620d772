import type { Replied } from '#core/contract/endpoint.ts'
import type { CastingVote } from '#features/governance/votes/rules/words.ts'
import { labelled } from '#core/words.ts'
import type {
  getVote,
  getVotingRules,
  listBallots,
  listVoteRoll,
  listVotes,
} from '#features/governance/votes/contract.ts'
import * as strings from './strings.ts'

export const voteActs = ['close', 'confirm', 'cancel'] as const
/** What an officer does about a vote. */
export type VoteAct = (typeof voteActs)[number]

export const castingVoteNames: Record<CastingVote, string> = labelled({
  for: strings.forText,
  against: strings.against,
})

export type Vote = Replied<typeof getVote>
export type VoteSummary = Replied<typeof listVotes>
export type VotingRules = Replied<typeof getVotingRules>
export type RollEntry = Replied<typeof listVoteRoll>
export type CountedBallot = Replied<typeof listBallots>

/** Whether ballots are taken at this moment. */
export function isTaking({ status, opensAt, closesAt }: Pick<Vote, 'status' | 'opensAt' | 'closesAt'>): boolean {
  const now = new Date()
  return status === 'open' && opensAt <= now && closesAt > now
}

/** Whether it is announced and takes ballots later. */
export function isAhead({ status, opensAt }: Pick<Vote, 'status' | 'opensAt'>): boolean {
  return status === 'open' && opensAt > new Date()
}

/** Whether an officer can close it now. */
export function isDue({ status, closesAt, ballots, eligible }: Vote): boolean {
  return status === 'open' && (closesAt <= new Date() || ballots >= eligible)
}

/** The names of what a ballot chose. */
export function choiceText(options: readonly string[], choices: readonly number[]): string {
  return choices.map((place) => options[place - 1] ?? place).join(', ')
}
