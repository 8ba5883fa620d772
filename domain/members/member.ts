export const memberStatuses = ['active', 'inactive'] as const
export type MemberStatus = (typeof memberStatuses)[number]

export const genders = ['male', 'female', 'other'] as const
