import type { TenantActor } from '#core/actor.ts'
import type { EntryId } from '#core/ids.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insertMembersCredits, type MembersCredits } from './store.ts'

/** Saves what an entry credits members with, interest or a dividend, among their transactions, with a notice to each. */
export async function saveMembersCredits(
  tx: Tx,
  actor: TenantActor,
  entryId: EntryId,
  credits: MembersCredits,
): Promise<void> {
  await insertMembersCredits(tx, actor, entryId, credits)
}
