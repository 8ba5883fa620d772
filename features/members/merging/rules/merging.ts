import type { ClearanceRow } from '#features/members/leaving/rules/leaving.ts'
import { isFormer } from '#features/members/members/rules/member.ts'
import { type ActiveFacts, whyNotActive } from '#features/members/members/rules/why-not-active.ts'
import { Refusal } from '#core/refusal.ts'

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
  if (isFormer(ending.status)) return new Refusal('merge_of_former', { name: ending.name })
  const inactive = whyNotActive(staying, 'into')
  if (inactive) return inactive
  for (const { name, isLeaving } of [ending, staying]) if (isLeaving) return new Refusal('member_leaving', { name })
  if (ending.inOffice) return new Refusal('merge_in_office', { name: ending.name })
  if (ending.vote !== null) return new Refusal('merge_in_vote', { name: ending.name, vote: ending.vote })
  if (ending.election !== null)
    return new Refusal('merge_in_election', { name: ending.name, election: ending.election })
  if (ending.loans > 0) return new Refusal('merge_has_loan', { name: ending.name })
  const open = ending.clearance.filter(({ kind, isClear }) => !isClear && kind !== 'notice')
  return open[0] && new Refusal('merge_not_clear', { name: ending.name, count: open.length, first: open[0].text })
}
