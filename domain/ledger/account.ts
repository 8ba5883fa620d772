export const accountClasses = ['asset', 'liability', 'equity', 'income', 'expense'] as const
export type AccountClass = (typeof accountClasses)[number]
