import * as contract from '#contract/lending/penalties.ts'
import { askForChange } from '#server/features/access/change-requests/ask-for-change.ts'
import { bind, bindWaiting } from '#server/http/bind.ts'
import { describeReversedWaiver, reversePenaltyWaiver } from './reverse-penalty-waiver.ts'
import { waivePenalties } from './waive-penalties.ts'

export const penaltyRoutes = [
  bind(contract.waivePenalties, waivePenalties),
  bindWaiting(askForChange(contract.reversePenaltyWaiver, describeReversedWaiver, reversePenaltyWaiver)),
]
