import * as unclaimedMoney from '#features/platform-admin/unclaimed-money/server/actions.ts'
import * as unclaimedMoneyReads from '#features/platform-admin/unclaimed-money/server/reads.ts'
import { routesOf } from '#server/http/routes-of.ts'

/** What the platform's administrators do and see. */
export const platformAdminRoutes = routesOf(unclaimedMoney, unclaimedMoneyReads)
