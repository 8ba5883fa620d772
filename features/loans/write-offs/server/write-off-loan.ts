import type { writeOffLoan as contract } from '#features/loans/write-offs/contract.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import { isSelf, type TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import type { LoanId, WriteOffId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { lockRunningLoan } from '#features/loans/running-loans/server/lock-running-loan.ts'
import { lockSavers } from '#features/loans/running-loans/server/queries.ts'
import { planAskedWriteOff } from './plan-write-off.ts'
import { postWriteOff } from './post-write-off.ts'
import { findWriteOff } from './queries.ts'
import { insertWriteOff } from './store.ts'

/**
 * Writes a loan off, or asks for that where the settings want approvals. Refuses: not_found, loan_not_active, loan_written_off,
 * own_loan, write_off_waits, write_off_nothing, write_off_too_early, write_off_recoverable, dates out of reach.
 */
export async function writeOffLoan(
  tx: Tx,
  actor: TenantActor,
  { loanId, reason, on, releasesPledges = false }: Parsed<typeof contract>,
  context: Context,
): Promise<LoanId> {
  const loan = await lockRunningLoan(tx, loanId)
  await lockSavers(tx, loan)
  const waiting = await findWriteOff(tx, actor, loanId)
  if (waiting?.status === 'pending') refuse('write_off_waits', { by: waiting.askedBy })
  const day = on ?? dayIn(context.now)
  if (isSelf(actor, loan.memberId)) refuse('own_loan')
  const plan = await planAskedWriteOff(tx, loan, { on: day, releasesPledges }, context)

  // From here on it must succeed.
  const id = newId<WriteOffId>()
  await insertWriteOff(tx, actor, {
    id,
    loanId,
    memberId: loan.memberId,
    amount: plan.amount,
    on: on ?? null,
    reason,
    releasesPledges,
    approvalsNeeded: plan.approvals,
  })
  if (plan.approvals === 0) await postWriteOff(tx, actor, loan, { id, on: day, reason }, context)
  return loanId
}
