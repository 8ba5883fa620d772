import type { ClearanceRow } from '#features/members/leaving/rules/leaving.ts'
import { isFormer } from '#features/members/members/rules/member.ts'
import { type ActiveFacts, whyNotActive } from '#features/members/members/rules/why-not-active.ts'
import { Refusal, refusal } from '#core/refusal.ts'

export const ofFormer = refusal(
  'merge_of_former',
  409,
  '{name} is no longer a member. Only records of members are merged.',
)
export const inOfficeByThis = refusal(
  'merge_in_office',
  409,
  '{name} holds an office with this record. Keep this record and merge the other one into it, or end the office first.',
)
export const inVoteByThis = refusal(
  'merge_in_vote',
  409,
  '{name} is on the roll of “{vote}” with this record. Merge the records once that vote is confirmed.',
)
export const inElectionByThis = refusal(
  'merge_in_election',
  409,
  '{name} is a candidate in “{election}” with this record. Keep this record and merge the other one into it, or wait until the election is over.',
)
export const loanOfThis = refusal(
  'merge_has_loan',
  409,
  '{name} has a running loan, which stays with its record. Keep this record and merge the other one into it. If both have loans, settle the loan of one first.',
)

type Standing = ActiveFacts & { isLeaving: boolean }

/** Two records of one person: the one that ends, and the one that stays. */
export type Merging = {
  ending: Standing & {
    /** They work in the admin area, or hold a post of the society. */
    inOffice: boolean
    /** A vote that is not decided and has them on its roll. */
    vote: string | null
    /** An election that runs and has them as a candidate. */
    election: string | null
    /** How many loans run; what a loan is bound to stays with its borrower's record. */
    loans: number
    clearance: readonly ClearanceRow[]
  }
  staying: Standing
}

/** Why the two can't be made one, or undefined when they can. */
export function whyNotMerge({ ending, staying }: Merging): Refusal | undefined {
  if (isFormer(ending.status)) return ofFormer({ name: ending.name })
  const inactive = whyNotActive(staying, 'into')
  if (inactive) return inactive
  for (const { name, isLeaving } of [ending, staying]) if (isLeaving) return new Refusal('member_leaving', { name })
  if (ending.inOffice) return inOfficeByThis({ name: ending.name })
  if (ending.vote !== null) return inVoteByThis({ name: ending.name, vote: ending.vote })
  if (ending.election !== null) return inElectionByThis({ name: ending.name, election: ending.election })
  if (ending.loans > 0) return loanOfThis({ name: ending.name })
  const open = ending.clearance.filter(({ kind, isClear }) => !isClear && kind !== 'notice')
  return open[0] && new Refusal('merge_not_clear', { name: ending.name, count: open.length, first: open[0].text })
}
