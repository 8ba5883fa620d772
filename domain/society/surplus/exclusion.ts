import type { MemberId } from '#domain/ids.ts'
import { labelled } from '#domain/words.ts'

/** Why a member who has something that a dividend is shared by gets nothing of it. */
export const dividendExclusions = ['not_active', 'in_arrears'] as const
export type DividendExclusion = (typeof dividendExclusions)[number]

export const dividendExclusionNames: Record<DividendExclusion, string> = labelled({
  not_active: 'Not an active member',
  in_arrears: 'In arrears with a loan',
})

/** Which members a run excludes. What they would have got is shared among the others. */
export const exclusionRules = ['none', 'in_arrears', 'not_active', 'in_arrears_or_not_active'] as const
export type ExclusionRule = (typeof exclusionRules)[number]

export const exclusionRuleNames: Record<ExclusionRule, string> = labelled({
  none: 'No member',
  in_arrears: 'Members in arrears',
  not_active: 'Members who are not active',
  in_arrears_or_not_active: 'Members in arrears or not active',
})

const reasonsOf: Record<ExclusionRule, readonly DividendExclusion[]> = {
  none: [],
  in_arrears: ['in_arrears'],
  not_active: ['not_active'],
  in_arrears_or_not_active: dividendExclusions,
}

/** Why the rule excludes a member of this standing, the first reason that holds; undefined where it does not. */
export function exclusionOf(
  rule: ExclusionRule,
  { isActive, isInArrears }: { isActive: boolean; isInArrears: boolean },
): DividendExclusion | undefined {
  const holds = { not_active: !isActive, in_arrears: isInArrears }
  return reasonsOf[rule].find((reason) => holds[reason])
}

/** How members stand who are not active or in arrears. */
export type Standings = ReadonlyMap<MemberId, { isActive: boolean; isInArrears: boolean }>

/** Each member is among those who share or among those who are excluded, in their order. A member without a standing is active and not in arrears. */
export function splitByExclusion<Member extends { memberId: MemberId }>(
  members: readonly Member[],
  rule: ExclusionRule,
  standings: Standings,
): { sharing: Member[]; excluded: (Member & { exclusion: DividendExclusion })[] } {
  const sharing: Member[] = []
  const excluded: (Member & { exclusion: DividendExclusion })[] = []
  for (const member of members) {
    const standing = standings.get(member.memberId)
    const exclusion = standing && exclusionOf(rule, standing)
    if (exclusion) excluded.push({ ...member, exclusion })
    else sharing.push(member)
  }
  return { sharing, excluded }
}
