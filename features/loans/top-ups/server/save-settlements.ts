import type { TenantActor } from '#core/actor.ts'
import type { LoanId, MemberId } from '#core/ids.ts'
import type { LoanToSettle } from '#features/loans/loans/rules/top-up.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insertSettlements } from './store.ts'

/** Saves which loans an application settles, with the terms of their products today, which never change. */
export async function saveSettlements(
  tx: Tx,
  actor: TenantActor,
  application: { loanId: LoanId; memberId: MemberId },
  settles: readonly LoanToSettle[],
): Promise<void> {
  if (settles.length > 0) await insertSettlements(tx, actor, application, settles)
}
