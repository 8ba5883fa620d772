import * as contract from '#contract/platform/unclaimed-money.ts'
import { bindPlatform } from '#server/http/bind.ts'
import { handleUnclaimedMoney } from './handle-unclaimed-money.ts'
import { listUnclaimedMoney } from './queries.ts'

export const unclaimedMoneyRoutes = [
  bindPlatform(contract.listUnclaimedMoney, listUnclaimedMoney),
  bindPlatform(contract.handleUnclaimedMoney, handleUnclaimedMoney),
]
