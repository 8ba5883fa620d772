import type { MemberId } from '#core/ids.ts'
import { type Refusal, refusal } from '#core/refusal.ts'
import { labelled } from '#core/words.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

export const dividendExclusionTwice = refusal(
  'dividend_exclusion_twice',
  422,
  'This member is excluded twice. Remove one of the two.',
)

/** Why a rule excludes a member who has something that a dividend is shared by. */
const ruleExclusions = ['not_active', 'in_arrears'] as const

/** Why a member gets nothing of a dividend: by a rule, or because an officer excluded that member by name, with a reason of their own. */
export const dividendExclusions = [...ruleExclusions, 'by_name'] as const
export type DividendExclusion = (typeof dividendExclusions)[number]

export const dividendExclusionNames: Record<DividendExclusion, string> = labelled({
  not_active: strings.notAnActiveMember,
  in_arrears: strings.inArrearsWithALoan,
  by_name: strings.excludedByName,
})

type Why = { exclusion: DividendExclusion; reason: string | null }

/** The reason as a table has it: the officer's own where there is one. */
export function exclusionText({ exclusion, reason }: Why): string {
  return reason ?? dividendExclusionNames[exclusion]
}

/** The same after a colon. */
export function exclusionWords({ exclusion, reason }: Why): string {
  return reason ?? dividendExclusionNames[exclusion].toLowerCase()
}

/** Which members a run excludes. What they would have got is shared among the others. */
export const exclusionRules = ['none', 'in_arrears', 'not_active', 'in_arrears_or_not_active'] as const
export type ExclusionRule = (typeof exclusionRules)[number]

export const exclusionRuleNames: Record<ExclusionRule, string> = labelled({
  none: strings.noMember,
  in_arrears: strings.membersInArrears,
  not_active: strings.membersWhoAreNotActive,
  in_arrears_or_not_active: strings.membersInArrearsOrNot,
})

/** The most members that a run excludes by name, and how long each reason is. */
export const namedExclusionsMax = 200
export const exclusionReasonMin = 3
export const exclusionReasonMax = 200

export type NamedExclusion = { memberId: MemberId; reason: string }

/** Why these can't be excluded by name, or undefined when they can: each member once. */
export function whyNotNamed(named: readonly NamedExclusion[]): Refusal | undefined {
  const seen = new Set<MemberId>()
  for (const [index, { memberId }] of named.entries()) {
    if (seen.has(memberId)) return dividendExclusionTwice({ field: `excludedByName.${index}.memberId` })
    seen.add(memberId)
  }
  return undefined
}

/** “members in arrears, 2 by name” */
export function excludedBy({
  excluding,
  excludedMembers,
  excludedByName,
}: {
  excluding: ExclusionRule
  excludedMembers: number
  excludedByName: number
}): string {
  const byRule = excludedMembers - excludedByName
  return [
    ...(byRule > 0 ? [exclusionRuleNames[excluding].toLowerCase()] : []),
    ...(excludedByName > 0 ? [byRule > 0 ? fill(strings.someByName, { excludedByName }) : strings.byName] : []),
  ].join(', ')
}

const reasonsOf: Record<ExclusionRule, readonly DividendExclusion[]> = {
  none: [],
  in_arrears: ['in_arrears'],
  not_active: ['not_active'],
  in_arrears_or_not_active: ruleExclusions,
}

/** Why the rule excludes a member of this standing, the first reason that holds; undefined where it does not. */
export function exclusionOf(
  rule: ExclusionRule,
  { isActive, isInArrears }: { isActive: boolean; isInArrears: boolean },
): DividendExclusion | undefined {
  const holds = { not_active: !isActive, in_arrears: isInArrears, by_name: false }
  return reasonsOf[rule].find((reason) => holds[reason])
}

/** How members stand who are not active or in arrears. */
export type Standings = ReadonlyMap<MemberId, { isActive: boolean; isInArrears: boolean }>

/** Members who are excluded by name, with the reason. */
export type NamedReasons = ReadonlyMap<MemberId, string>

/**
 * Each member is among those who share or among those who are excluded, in their order. A member without a standing is active
 * and not in arrears. The reason of one who is named counts before the rule's.
 */
export function splitByExclusion<Member extends { memberId: MemberId }>(
  members: readonly Member[],
  { rule, standings, named }: { rule: ExclusionRule; standings: Standings; named: NamedReasons },
): { sharing: Member[]; excluded: (Member & { exclusion: DividendExclusion; reason: string | null })[] } {
  const sharing: Member[] = []
  const excluded: (Member & { exclusion: DividendExclusion; reason: string | null })[] = []
  for (const member of members) {
    const reason = named.get(member.memberId) ?? null
    const standing = standings.get(member.memberId)
    const exclusion = reason === null ? standing && exclusionOf(rule, standing) : 'by_name'
    if (exclusion) excluded.push({ ...member, exclusion, reason })
    else sharing.push(member)
  }
  return { sharing, excluded }
}
