import { refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { SocietyAccount } from '#features/savings/transactions/server/reads.ts'
import { refuseRecordedBefore } from '#features/savings/transactions/server/refuse-recorded-before.ts'
import type { LoanMove } from './save-loans.ts'
import type { LockedRunningLoan } from './queries.ts'
import type { NewLoanMovement } from './store.ts'

/**
 * The reference of a loan's money, which no other payment through that account has. Refuses: reference_of_savings,
 * reference_used; payment_recorded_before, where the same was repaid on that day.
 */
export async function referenceOf(
  tx: Tx,
  { loanId, memberId }: Pick<LockedRunningLoan, 'loanId' | 'memberId'>,
  { kind, amount, on, reference, anotherPayment }: LoanMove,
  through: Pick<SocietyAccount, 'id'> | undefined,
): Promise<NewLoanMovement['reference']> {
  if (reference && !through) refuse('reference_of_savings', { field: 'reference' })
  await refuseRecordedBefore(tx, {
    ...{ type: kind, memberId, loanId, accountTypeId: null, amount, occurredOn: on, period: null },
    ...{ throughId: through?.id ?? null, reference, anotherPayment },
  })
  return reference && through ? { text: reference, throughId: through.id } : undefined
}
