/** What an officer recovers: what has fallen due and was not paid, or all that settles the loan today. */
export const recoveryScopes = ['overdue', 'balance'] as const
export type RecoveryScope = (typeof recoveryScopes)[number]

/** Savings pledged for a loan, or free: the borrower's free savings, what they pledged for it, and what each guarantor did. */
export const recoverySources = ['savings', 'own_loan', 'guarantee'] as const
export type RecoverySource = (typeof recoverySources)[number]
