import * as contract from '#features/members/leaving/contract.ts'
import { askForChange } from '#features/access/change-requests/server/ask-for-change.ts'
import { bind, bindWaiting } from '#platform/http/bind.ts'
import { registerReversing } from '#features/savings/transactions/server/reverse-transaction.ts'
import { registerApprovals } from '#features/access/approvals/server/queries.ts'
import { approveLeaving } from './approve-leaving.ts'
import { cancelLeaving, describeCancelling } from './cancel-leaving.ts'
import { draftSettlementSheet } from './draft-settlement-sheet.ts'
import { getLeaving } from './get-leaving.ts'
import { describePayment, payPayee } from './pay-payee.ts'
import { rejectLeaving } from './reject-leaving.ts'
import { reverseLeaving } from './reverse-leaving.ts'
import { describeReversedPayment, reversePayout } from './reverse-payout.ts'
import { settleLeaving } from './settle-leaving.ts'
import { describeLeaving, refuseOwnLeaving, startLeaving } from './start-leaving.ts'
import { waiveNotice } from './waive-notice.ts'
import { leavingApprovals } from './queries.ts'
import { reversingLeaving } from './undo-leaving.ts'

registerApprovals(leavingApprovals)
registerReversing(reversingLeaving)

export const leavingRoutes = [
  bind(contract.getLeaving, getLeaving),
  bindWaiting(askForChange(contract.startLeaving, describeLeaving, startLeaving, refuseOwnLeaving)),
  bind(contract.waiveNotice, waiveNotice),
  bindWaiting(askForChange(contract.cancelLeaving, describeCancelling, cancelLeaving)),
  bind(contract.settleLeaving, settleLeaving),
  bind(contract.approveLeaving, approveLeaving),
  bind(contract.rejectLeaving, rejectLeaving),
  bind(contract.reverseLeaving, reverseLeaving),
  bind(contract.getSettlementSheet, draftSettlementSheet),
  bindWaiting(askForChange(contract.payPayee, describePayment, payPayee)),
  bindWaiting(askForChange(contract.reversePayout, describeReversedPayment, reversePayout)),
]
