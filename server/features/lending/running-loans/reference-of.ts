import { refuse } from '#domain/refusal.ts'
import type { Tx } from '#server/db/tx.ts'
import type { SocietyAccount } from '#server/features/money/transactions/queries.ts'
import { refuseRecordedBefore } from '#server/features/money/transactions/refuse-recorded-before.ts'
import type { LoanMove } from './keep-loans.ts'
import type { HeldRunningLoan } from './queries.ts'
import type { NewLoanMovement } from './store.ts'

/** The reference of a loan's money, which no other payment through that account has. Refuses: reference_of_savings, reference_used. */
export async function referenceOf(
  tx: Tx,
  { memberId }: Pick<HeldRunningLoan, 'memberId'>,
  { kind, amount, on, reference }: LoanMove,
  through: Pick<SocietyAccount, 'id'> | undefined,
): Promise<NewLoanMovement['reference']> {
  if (!reference) return undefined
  if (!through) return refuse('reference_of_savings', { field: 'reference' })
  await refuseRecordedBefore(tx, {
    ...{ type: kind, memberId, accountTypeId: null, amount, occurredOn: on, period: null },
    ...{ throughId: through.id, reference, anotherPayment: true },
  })
  return { text: reference, throughId: through.id }
}
