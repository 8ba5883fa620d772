import * as strings from './strings.ts'
/** `left` and `deceased` are what a settled leaving makes of a member; no one sets them by hand. */
export const memberStatuses = ['active', 'inactive', 'left', 'deceased'] as const
export type MemberStatus = (typeof memberStatuses)[number]

/** What each status is called on screen. */
export const memberStatusLabels: Record<MemberStatus, string> = {
  active: strings.active,
  inactive: strings.inactive,
  left: strings.left,
  deceased: strings.deceased,
}

/** The statuses that an officer gives. */
export const settableStatuses = ['active', 'inactive'] as const satisfies readonly MemberStatus[]

/** How a member is to what they may undertake: who has given notice undertakes nothing new. */
export type MemberStanding = MemberStatus | 'leaving'

/** Whether the membership is over. */
export function isFormer(status: MemberStatus): status is 'left' | 'deceased' {
  return status === 'left' || status === 'deceased'
}

export const genders = ['male', 'female', 'other'] as const

/** By what the register is sorted. */
export const memberSorts = ['membershipno', 'lastName', 'firstName', 'registrationDate', 'savings'] as const
export type MemberSort = (typeof memberSorts)[number] | `-${(typeof memberSorts)[number]}`

/** What a member may be behind with. */
export const arrearsKinds = ['contributions', 'loans'] as const
export type ArrearsKind = (typeof arrearsKinds)[number]
