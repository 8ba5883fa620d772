import type { TenantActor } from '#domain/actor.ts'
import type { EntryId } from '#domain/ids.ts'
import type { Tx } from '#server/db/tx.ts'
import { reopenMembership } from '#server/features/members/reopen-membership.ts'
import { holdLeaving, holdLeavingOf } from './queries.ts'
import { markEnded } from './store.ts'

/** The membership is what it was, where this reversed entry settled a leaving; its accounts and loans come back with the entry. */
export async function undoLeaving(tx: Tx, actor: TenantActor, entryId: EntryId, reason: string): Promise<void> {
  const id = await holdLeavingOf(tx, entryId)
  if (!id) return
  const { memberId, statusBefore } = await holdLeaving(tx, id)
  await markEnded(tx, actor, id, 'reversed', reason)
  await reopenMembership(tx, memberId, statusBefore)
}
