import type { TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { Tx } from '#platform/db/tx.ts'
import { bringArrearsForward } from '#features/members/members/server/actions.ts'
import { removeBroughtAssets } from '#features/accounting/fixed-assets/server/bring-assets.ts'
import type { Voucher } from '#features/savings/transactions/server/actions.ts'
import { reopenForReversal } from '#platform/ledger/ledger.ts'

/** With opening balances go the lock, the arrears and the fixed assets that came with them. */
export async function undoOpeningBalances(
  tx: Tx,
  actor: TenantActor,
  { entryId, held, reason }: Voucher & { reason: string },
  { on }: { on: Day },
): Promise<() => Promise<void>> {
  if (!held.some(({ type }) => type === 'opening')) return async () => {}
  await reopenForReversal(tx, actor, entryId, reason)
  return async () => {
    await bringArrearsForward(tx, actor, on, [])
    await removeBroughtAssets(tx, entryId, reason)
  }
}
