import type { rejectWriteOff as contract } from '#contract/write-offs.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { holdRunningLoan } from '#server/features/loans/hold-running-loan.ts'
import { getLoan } from '#server/features/loans/queries.ts'
import { findLoanOf, findWaiting } from './queries.ts'
import { markRejected } from './store.ts'

/** Turns down a write-off that waits; whoever asked for it may take it back so. Refuses: write_off_decided. */
export async function rejectWriteOff(tx: Tx, actor: TenantActor, { writeOffId, reason }: Parsed<typeof contract>, context: Context): Promise<Replied<typeof contract>> {
  const loan = await holdRunningLoan(tx, await findLoanOf(tx, writeOffId))
  await findWaiting(tx, writeOffId)
  await markRejected(tx, actor, writeOffId, reason)
  return getLoan(tx, actor, { loanId: loan.loanId }, context)
}
