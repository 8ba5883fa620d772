export const accountClasses = ['asset', 'liability', 'equity', 'income', 'expense'] as const
export type AccountClass = (typeof accountClasses)[number]

/** The side on which an account of this class grows. */
export function normalSide(of: AccountClass): 'debit' | 'credit' {
  return of === 'asset' || of === 'expense' ? 'debit' : 'credit'
}
