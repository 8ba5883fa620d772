import { refusal, refuse } from '#core/refusal.ts'
import { recordAudit } from '#features/platform-admin/audit-trail/server/record-audit.ts'
import * as contract from '#features/platform-admin/unclaimed-money/contract.ts'
import { platformAction } from '#platform/action.ts'
import { findUnclaimedMoney } from './reads.ts'
import { markHandled } from './writes.ts'

const unclaimedMoneyHandled = refusal('unclaimed_money_handled', 409, 'This was handled already. Reload the page.')

/** Refuses: not_found, unclaimed_money_handled. */
export const handleUnclaimedMoney = platformAction(
  contract.handleUnclaimedMoney,
  async ({ tx, actor, context }, { id, reason }) => {
    const { kind, reference } = await findUnclaimedMoney(tx, id)
    if (!(await markHandled(tx, id, { handledByName: actor.name, reason }))) refuse(unclaimedMoneyHandled())
    await recordAudit(tx, actor, { action: 'unclaimed_money.handle', after: { kind, reference }, reason }, context)
    return findUnclaimedMoney(tx, id)
  },
)
