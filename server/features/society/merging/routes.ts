import * as contract from '#contract/society/merging.ts'
import { askForChange } from '#server/features/access/change-requests/ask-for-change.ts'
import { bindWaiting } from '#server/http/bind.ts'
import { registerReversing } from '#server/features/money/transactions/reverse-transaction.ts'
import { describeMerging, mergeMember, refuseOwnMerging } from './merge-member.ts'
import { reversingOfMerged } from './reversing-of-merged.ts'

registerReversing(reversingOfMerged)

export const mergingRoutes = [
  bindWaiting(askForChange(contract.mergeMember, describeMerging, mergeMember, refuseOwnMerging)),
]
