import * as contract from '#features/members/merging/contract.ts'
import { askForChange } from '#features/access/change-requests/server/ask-for-change.ts'
import { bindWaiting } from '#platform/http/bind.ts'
import { registerReversing } from '#features/savings/transactions/server/reverse-transaction.ts'
import { describeMerging, mergeMember, refuseOwnMerging } from './merge-member.ts'
import { reversingOfMerged } from './reversing-of-merged.ts'

registerReversing(reversingOfMerged)

export const mergingRoutes = [
  bindWaiting(askForChange(contract.mergeMember, describeMerging, mergeMember, refuseOwnMerging)),
]
