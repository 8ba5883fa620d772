export const accountTypeKinds = ['savings', 'shares'] as const
export type AccountTypeKind = (typeof accountTypeKinds)[number]
