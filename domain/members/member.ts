export const memberStatuses = ['active', 'inactive'] as const
export type MemberStatus = (typeof memberStatuses)[number]

export const genders = ['male', 'female', 'other'] as const
export const maritalStatuses = ['single', 'married', 'divorced', 'widowed', 'separated'] as const
export const employmentStatuses = ['employed', 'self-employed', 'unemployed', 'student', 'retired'] as const
