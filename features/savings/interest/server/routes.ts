import * as contract from '#features/savings/interest/contract.ts'
import { bind, bindShortList } from '#platform/http/bind.ts'
import { registerReversing } from '#features/savings/transactions/server/reverse-transaction.ts'
import { registerWaiting } from '#features/savings/transactions/server/approve-transaction.ts'
import { listInterestLines } from './list-interest-lines.ts'
import { previewInterest } from './preview-interest.ts'
import { listInterestRuns, listInterestTypes, refuseLaterRun } from './queries.ts'
import { runInterest } from './run-interest.ts'
import { postWaitingInterest } from './post-interest.ts'

registerWaiting('interest', postWaitingInterest)
registerReversing({ refuse: refuseLaterRun })

export const interestRoutes = [
  bindShortList(contract.listInterestTypes, listInterestTypes, ['name']),
  bind(contract.previewInterest, previewInterest),
  bind(contract.runInterest, runInterest),
  bind(contract.listInterestRuns, listInterestRuns),
  bind(contract.listInterestLines, listInterestLines),
]
