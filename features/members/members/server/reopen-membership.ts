import type { MemberId } from '#core/ids.ts'
import type { Tx } from '#platform/db/tx.ts'
import { updateStanding } from './store.ts'

/** A former member is again what they were before. */
export async function reopenMembership(tx: Tx, memberId: MemberId, status: 'active' | 'inactive'): Promise<void> {
  await updateStanding(tx, memberId, status, null)
}
