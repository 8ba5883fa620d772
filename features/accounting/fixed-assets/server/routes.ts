import * as contract from '#features/accounting/fixed-assets/contract.ts'
import { bind } from '#platform/http/bind.ts'
import { registerReversing } from '#features/savings/transactions/server/actions.ts'
import { addFixedAsset } from './add-fixed-asset.ts'
import { disposeOfFixedAsset, refuseLaterOfAsset } from './dispose-of-fixed-asset.ts'
import { getFixedAssetsReport } from './get-fixed-assets-report.ts'
import { previewDepreciation } from './preview-depreciation.ts'
import { listDepreciation, listFixedAssets } from './queries.ts'
import { removeFixedAsset } from './remove-fixed-asset.ts'
import { runDepreciation } from './run-depreciation.ts'

registerReversing({ refuse: refuseLaterOfAsset })

export const fixedAssetRoutes = [
  bind(contract.listFixedAssets, listFixedAssets),
  bind(contract.addFixedAsset, addFixedAsset),
  bind(contract.removeFixedAsset, removeFixedAsset),
  bind(contract.disposeOfFixedAsset, disposeOfFixedAsset),
  bind(contract.previewDepreciation, previewDepreciation),
  bind(contract.runDepreciation, runDepreciation),
  bind(contract.listDepreciation, listDepreciation),
  bind(contract.fixedAssetsReport, getFixedAssetsReport),
]
