import type { Replied } from '#core/contract/endpoint.ts'
import type { getElection, getElectionRules, listElections } from '#features/governance/elections/contract.ts'

export type Election = Replied<typeof getElection>
export type ElectionSummary = Replied<typeof listElections>
export type ElectionRules = Replied<typeof getElectionRules>
export type ElectionPost = Election['posts'][number]
export type Candidate = ElectionPost['candidates'][number]
export type HandOver = Election['handOvers'][number]

/** What a member is about to do in an election. */
export type Doing =
  | { act: 'self' | 'other'; post: ElectionPost }
  | { act: 'accept' | 'decline' | 'withdraw' | 'second'; post: ElectionPost; candidate: Candidate }

/** The moment of a day and time in Lagos, an hour ahead of UTC all year. */
export const momentOf = (date: string, time: string) => new Date(`${date}T${time}:00+01:00`)

export const isTime = (text: string) => /^\d\d:\d\d$/.test(text)

/** The ballots that count: a vote that was cancelled or had too low a turnout is held again. */
export function standingBallots({ ballots }: ElectionPost): ElectionPost['ballots'] {
  return ballots.filter(({ status, isBelowTurnout }) => status !== 'cancelled' && !isBelowTurnout)
}
