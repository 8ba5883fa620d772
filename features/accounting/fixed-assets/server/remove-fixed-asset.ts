import type { removeFixedAsset as contract } from '#features/accounting/fixed-assets/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import { blockPostings } from '#platform/ledger/ledger.ts'
import { findAsset, findDepreciable } from './queries.ts'
import { markRemoved } from './store.ts'

/** Takes an asset off the register that was entered by mistake. Refuses: not_found, asset_bought_here, asset_disposed_since, asset_depreciated. */
export async function removeFixedAsset(
  tx: Tx,
  actor: TenantActor,
  { assetId, reason }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  await blockPostings(tx, actor.cooperativeId)
  const asset = await findAsset(tx, assetId)
  if (asset.transactionId !== null) refuse('asset_bought_here', { name: asset.name })
  const [state] = await findDepreciable(tx, assetId)
  if (state?.disposedOn) refuse('asset_disposed_since', { name: asset.name })
  if (state && state.posted.length > 0) refuse('asset_depreciated', { name: asset.name })
  await markRemoved(tx, assetId, reason)
  return { assetId }
}
