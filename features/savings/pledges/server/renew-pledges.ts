import type { Author, TenantActor } from '#core/actor.ts'
import type { LoanId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import { renewFloors } from '#platform/ledger/ledger.ts'
import { callRenewPledges, releaseOfLoans } from './store.ts'

/**
 * Brings what is pledged for these loans into line with their principal, in the transaction that moved it: less is held as
 * it comes back, and again as much where a repayment is reversed. Refuses: pledge_not_renewable.
 */
export async function renewPledges(tx: Tx, actor: Author, loanIds: readonly LoanId[]): Promise<void> {
  if (loanIds.length === 0) return
  try {
    await callRenewPledges(tx, actor, loanIds)
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && error.constraint === 'below_floor')
      refuse('pledge_not_renewable')
    throw error
  }
}

/** Releases what these loans have pledged before the savings leave in the same transaction, as those of reversed opening balances do. */
export async function endPledges(
  tx: Tx,
  actor: TenantActor,
  loanIds: readonly LoanId[],
  reason: string,
): Promise<void> {
  const accounts = await releaseOfLoans(tx, actor, loanIds, reason)
  if (accounts.length > 0) await renewFloors(tx, actor.cooperativeId, accounts)
}
