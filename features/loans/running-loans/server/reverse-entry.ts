import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import type { StoredMovement } from '#features/loans/loans/rules/running-loan.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { undoLoanMovement } from '#features/savings/transactions/server/actions.ts'
import { reverse } from '#platform/ledger/ledger.ts'
import { markMovementsReversed } from './store.ts'

/** Reverses the entry of a loan's movement, and of others that it carries `also`, with what it moved on a member's savings; what the loan then is, the caller keeps. */
export async function reverseEntry(
  tx: Tx,
  actor: TenantActor,
  { id, entryId }: StoredMovement,
  reason: string,
  { now, requestId }: Context,
  also: readonly StoredMovement[] = [],
): Promise<void> {
  const posted = await reverse(tx, actor.cooperativeId, entryId, { on: dayIn(now), actorId: actor.loginId, requestId })
  await markMovementsReversed(tx, actor, [id, ...also.map((each) => each.id)], reason, posted.number)
  await undoLoanMovement(tx, actor, entryId, reason, posted)
}
