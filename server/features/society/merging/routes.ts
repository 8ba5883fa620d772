import * as contract from '#contract/society/merging.ts'
import { askForChange } from '#server/features/access/change-requests/ask-for-change.ts'
import { bindWaiting } from '#server/http/bind.ts'
import { registerReversing } from '#server/features/money/transactions/reverse-transaction.ts'
import { describeMerging, mergeMember, refuseOwnMerging } from './merge-member.ts'
import { reversingOfMerged } from './reversing-of-merged.ts'

registerReversing(reversingOfMerged)

const merging = askForChange(contract.mergeMember, describeMerging, mergeMember)

export const mergingRoutes = [
  bindWaiting({
    ...merging,
    ask: async (tx, actor, input, context) => {
      refuseOwnMerging(actor, input)
      return merging.ask(tx, actor, input, context)
    },
  }),
]
