import type { Parsed } from '#core/contract/endpoint.ts'
import type { approveWriteOff as contract } from '#features/loans/write-offs/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import type { LoanId } from '#core/ids.ts'
import { moneyText } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { giveApproval, refuseOwnDecision } from '#features/access/approvals/server/give-approval.ts'
import { lockRunningLoan } from '#features/loans/running-loans/server/lock-running-loan.ts'
import { lockSavers } from '#features/loans/running-loans/server/queries.ts'
import { planAskedWriteOff } from './plan-write-off.ts'
import { postWriteOff } from './post-write-off.ts'
import { findLoanOf, findWaiting } from './queries.ts'

/**
 * Approves a write-off that waits, and posts it with the last approval that it takes. Refuses: write_off_decided,
 * write_off_changed, maker_is_not_checker, approved_already, and what asking refuses.
 */
export async function approveWriteOff(
  tx: Tx,
  actor: TenantActor,
  { writeOffId }: Parsed<typeof contract>,
  context: Context,
): Promise<LoanId> {
  const loan = await lockRunningLoan(tx, await findLoanOf(tx, writeOffId))
  await lockSavers(tx, loan)
  const asked = await findWaiting(tx, writeOffId)
  await refuseOwnDecision(tx, actor, 'write_off', writeOffId, 'own_loan')
  const day = asked.on ?? dayIn(context.now)
  const { amount } = await planAskedWriteOff(tx, loan, { on: day, releasesPledges: asked.releasesPledges }, context)
  if (amount !== asked.amount) refuse('write_off_changed', { asked: moneyText(asked.amount), owed: moneyText(amount) })

  // From here on it must succeed.
  if (await giveApproval(tx, actor, 'write_off', writeOffId))
    await postWriteOff(tx, actor, loan, { id: writeOffId, on: day, reason: asked.reason }, context)
  return loan.loanId
}
