import type { topUpLoan as contract } from '#features/loans/loans/loan-applications.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findApplication } from '#features/loans/running-loans/server/queries.ts'
import { applyForLoan } from './apply-for-loan.ts'

/** Asks for a new loan that settles this one first. Refuses: not_found, and whatever an application is refused for. */
export async function topUpLoan(
  tx: Tx,
  actor: TenantActor,
  { loanId, loanConfigId, ...wish }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const running = await findApplication(tx, loanId)
  const { memberId } = running
  return applyForLoan(
    tx,
    actor,
    { ...wish, memberId, loanConfigId: loanConfigId ?? running.loanConfigId, settles: [loanId] },
    context,
  )
}
