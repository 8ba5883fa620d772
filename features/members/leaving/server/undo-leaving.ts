import type { TenantActor } from '#core/actor.ts'
import type { EntryId } from '#core/ids.ts'
import type { Tx } from '#platform/db/tx.ts'
import { refuseOfFormer } from '#features/members/members/server/queries.ts'
import { reopenMembership } from '#features/members/members/server/reopen-membership.ts'
import { findPayableTypes } from '#features/savings/transactions/server/queries.ts'
import type { Reversing } from '#features/savings/transactions/server/reverse-transaction.ts'
import { lockLeaving, lockLeavingOf, refuseOfReadmitted, refuseWhilePaidOut } from './queries.ts'
import { markEnded } from './store.ts'

/** The membership is what it was, where this reversed entry settled a leaving; its accounts and loans come back with the entry. */
export async function undoLeaving(tx: Tx, actor: TenantActor, entryId: EntryId, reason: string): Promise<void> {
  const id = await lockLeavingOf(tx, entryId)
  if (!id) return
  const { memberId, statusBefore } = await lockLeaving(tx, id)
  await markEnded(tx, actor, id, 'reversed', reason)
  await reopenMembership(tx, memberId, statusBefore)
}

/** Refuses: readmitted_since, leaving_paid_out, member_has_left. */
export const reversingLeaving: Reversing = {
  async refuse(tx, { entryId, held }) {
    const leaving = await lockLeavingOf(tx, entryId)
    await refuseOfReadmitted(tx, entryId)
    if (leaving) await refuseWhilePaidOut(tx, leaving)
    else {
      // What is owed to former members may be paid again, where the payment came back.
      const payable = await findPayableTypes(tx)
      const moved = held.filter(({ accountTypeId }) => accountTypeId === null || !payable.has(accountTypeId))
      await refuseOfFormer(
        tx,
        moved.flatMap(({ memberId }) => memberId ?? []),
      )
    }
  },
  undo:
    async (tx, actor, { entryId, reason }) =>
    () =>
      undoLeaving(tx, actor, entryId, reason),
}
