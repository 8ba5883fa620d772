import type { Period } from '#core/calendar.ts'
import type { FixedAssetId } from '#core/ids.ts'
import { type Kobo, sumKobo } from '#core/money.ts'
import { depreciationOf } from '#features/accounting/fixed-assets/rules/depreciation.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findDepreciable } from './queries.ts'

export type AssetDepreciation = {
  assetId: FixedAssetId
  number: string
  name: string
  accountName: string
  months: { period: Period; amount: Kobo }[]
  amount: Kobo
}

/** The months of each asset up to one that are not depreciated in the books and do not wait for approval. */
export async function calculateDepreciation(tx: Tx, through: Period): Promise<AssetDepreciation[]> {
  const assets = await findDepreciable(tx)
  return assets.flatMap((asset) => {
    const posted = new Set(asset.posted)
    const months = depreciationOf(asset, through).filter(({ period }) => !posted.has(period))
    const { assetId, number, name, accountName } = asset
    const amount = sumKobo(months.map((month) => month.amount))
    return months.length === 0 ? [] : [{ assetId, number, name, accountName, months, amount }]
  })
}
