import type { LoanStatus } from './loan.ts'

/** Loans that were agreed about, so that there is a paper of what was agreed. */
export const agreedStatuses: readonly LoanStatus[] = ['approved', 'active', 'completed', 'written_off', 'restructured']
