import * as contract from '#features/platform-admin/unclaimed-money/contract.ts'
import { bindPlatform } from '#server/http/bind.ts'
import { handleUnclaimedMoney } from './handle-unclaimed-money.ts'
import { listUnclaimedMoney } from './queries.ts'

export const unclaimedMoneyRoutes = [
  bindPlatform(contract.listUnclaimedMoney, listUnclaimedMoney),
  bindPlatform(contract.handleUnclaimedMoney, handleUnclaimedMoney),
]
