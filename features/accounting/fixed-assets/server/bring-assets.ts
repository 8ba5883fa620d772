import type { TenantActor } from '#core/actor.ts'
import type { EntryId, FixedAssetId, TransactionId } from '#core/ids.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insertAssets, markBroughtRemoved, type NewAsset } from './store.ts'

/** Puts the assets of opening balances on the register; the books have them by the entry of those. */
export async function bringAssets(
  tx: Tx,
  actor: TenantActor,
  openingId: TransactionId,
  assets: readonly Omit<NewAsset, 'assetId' | 'transactionId' | 'openingId'>[],
): Promise<void> {
  const own = { transactionId: null, openingId }
  await insertAssets(
    tx,
    actor,
    assets.map((asset) => ({ ...asset, ...own, assetId: newId<FixedAssetId>() })),
  )
}

/** Takes them off the register again with the entry that brought them. */
export async function removeBroughtAssets(tx: Tx, entryId: EntryId, reason: string): Promise<void> {
  await markBroughtRemoved(tx, entryId, reason)
}
