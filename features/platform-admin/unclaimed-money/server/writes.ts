import type { UnclaimedMoneyId } from '#core/ids.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { update } from '#platform/db/write.ts'

/** False where it was handled already. */
export async function markHandled(
  tx: Tx,
  unclaimedId: UnclaimedMoneyId,
  by: { handledByName: string; reason: string },
): Promise<boolean> {
  const handled = { handledAt: sql`clock_timestamp()`, ...by }
  return (await update(tx, 'platform.unclaimed_money', { unclaimedId, handledAt: null }, handled)) === 1
}
