import * as contract from '#features/loans/penalties/contract.ts'
import { askForChange } from '#features/access/change-requests/server/ask-for-change.ts'
import { bind, bindWaiting } from '#platform/http/bind.ts'
import { describeReversedWaiver, reversePenaltyWaiver } from './reverse-penalty-waiver.ts'
import { waivePenalties } from './waive-penalties.ts'

export const penaltyRoutes = [
  bind(contract.waivePenalties, waivePenalties),
  bindWaiting(askForChange(contract.reversePenaltyWaiver, describeReversedWaiver, reversePenaltyWaiver)),
]
