import type { TenantActor } from '#domain/actor.ts'
import type { LoanId, MemberId } from '#domain/ids.ts'
import type { LoanToSettle } from '#features/loans/loans/rules/top-up.ts'
import type { Tx } from '#server/db/tx.ts'
import { insertSettlements } from './store.ts'

/** Keeps what an application settles, with what the products of those loans ask today, for ever. */
export async function keepSettlements(
  tx: Tx,
  actor: TenantActor,
  application: { loanId: LoanId; memberId: MemberId },
  settles: readonly LoanToSettle[],
): Promise<void> {
  if (settles.length > 0) await insertSettlements(tx, actor, application, settles)
}
