import type { Author } from '#domain/actor.ts'
import type { LoanId } from '#domain/ids.ts'
import { refuse } from '#domain/refusal.ts'
import type { Tx } from '#server/db/tx.ts'
import { callRenewPledges } from './store.ts'

/**
 * Brings what stands for these loans into line with their principal, in the transaction that moved it: less is held as
 * it comes back, and again as much where a repayment is reversed. Refuses: pledge_not_renewable.
 */
export async function renewPledges(tx: Tx, actor: Author, loanIds: readonly LoanId[]): Promise<void> {
  if (loanIds.length === 0) return
  try {
    await callRenewPledges(tx, actor, loanIds)
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && error.constraint === 'below_floor') refuse('pledge_not_renewable')
    throw error
  }
}
