import type { markLoanPaid as contract } from '#contract/loans.ts'
import type { Parsed } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { refuse } from '#domain/refusal.ts'
import type { Tx } from '#server/db/tx.ts'
import { holdLoan } from './queries.ts'

/** No loan is paid out yet, so none can be paid back. Refuses: not_found, loan_not_active. */
export async function markLoanPaid(tx: Tx, _actor: TenantActor, { loanId }: Parsed<typeof contract>): Promise<never> {
  await holdLoan(tx, loanId)
  return refuse('loan_not_active')
}
