import * as contract from '#contract/society/leaving.ts'
import { askForChange } from '#server/features/access/change-requests/ask-for-change.ts'
import { bind, bindWaiting } from '#server/http/bind.ts'
import { registerReversing } from '#server/features/money/transactions/reverse-transaction.ts'
import { registerApprovals } from '#server/features/access/approvals/queries.ts'
import { approveLeaving } from './approve-leaving.ts'
import { cancelLeaving } from './cancel-leaving.ts'
import { draftSettlementSheet } from './draft-settlement-sheet.ts'
import { getLeaving } from './get-leaving.ts'
import { describePayment, payPayee } from './pay-payee.ts'
import { rejectLeaving } from './reject-leaving.ts'
import { reverseLeaving } from './reverse-leaving.ts'
import { describeReversedPayment, reversePayout } from './reverse-payout.ts'
import { settleLeaving } from './settle-leaving.ts'
import { describeLeaving, refuseOwnLeaving, startLeaving, tellLeaver } from './start-leaving.ts'
import { waiveNotice } from './waive-notice.ts'
import { leavingApprovals } from './queries.ts'
import { reversingLeaving } from './undo-leaving.ts'

registerApprovals(leavingApprovals)
registerReversing(reversingLeaving)

const starting = askForChange(contract.startLeaving, describeLeaving, startLeaving)

export const leavingRoutes = [
  bind(contract.getLeaving, getLeaving),
  bindWaiting({
    ...starting,
    // Told before it is decided: a second officer may know no better, the member does.
    ask: async (tx, actor, input, context) => {
      refuseOwnLeaving(actor, input)
      const asked = await starting.ask(tx, actor, input, context)
      await tellLeaver(tx, actor, input, context)
      return asked
    },
  }),
  bind(contract.waiveNotice, waiveNotice),
  bind(contract.cancelLeaving, cancelLeaving),
  bind(contract.settleLeaving, settleLeaving),
  bind(contract.approveLeaving, approveLeaving),
  bind(contract.rejectLeaving, rejectLeaving),
  bind(contract.reverseLeaving, reverseLeaving),
  bind(contract.getSettlementSheet, draftSettlementSheet),
  bindWaiting(askForChange(contract.payPayee, describePayment, payPayee)),
  bindWaiting(askForChange(contract.reversePayout, describeReversedPayment, reversePayout)),
]
