import type { Parsed } from '#core/contract/endpoint.ts'
import type { rejectWriteOff as contract } from '#features/loans/write-offs/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import type { LoanId } from '#core/ids.ts'
import type { Tx } from '#platform/db/tx.ts'
import { lockRunningLoan } from '#features/loans/running-loans/server/lock-running-loan.ts'
import { findLoanOf, findWaiting } from './queries.ts'
import { markRejected } from './store.ts'

/** Turns down a write-off that waits; whoever asked for it may take it back so. Refuses: write_off_decided. */
export async function rejectWriteOff(
  tx: Tx,
  actor: TenantActor,
  { writeOffId, reason }: Parsed<typeof contract>,
): Promise<LoanId> {
  const loan = await lockRunningLoan(tx, await findLoanOf(tx, writeOffId))
  await findWaiting(tx, writeOffId)
  await markRejected(tx, actor, writeOffId, reason)
  return loan.loanId
}
