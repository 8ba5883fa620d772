import type { Replied } from '#core/contract/endpoint.ts'
import type {
  listDepreciation,
  listFixedAssets,
  previewDepreciation,
} from '#features/accounting/fixed-assets/contract.ts'

export type FixedAsset = Replied<typeof listFixedAssets>
export type DepreciationRun = Replied<typeof listDepreciation>
export type DepreciationLine = Replied<typeof previewDepreciation>
export type AssetAccount = { accountId: string; code: string; name: string; isClass: boolean }
