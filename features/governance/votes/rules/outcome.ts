/** `tied` until the chair's casting vote; `counted`: a choice among names, of which the figures are the result. */
export const voteOutcomes = ['carried', 'lost', 'tied', 'counted'] as const
export type VoteOutcome = (typeof voteOutcomes)[number]
