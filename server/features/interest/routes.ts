import * as contract from '#contract/interest.ts'
import { bind } from '#server/http/bind.ts'
import { registerWaiting } from '#server/features/transactions/approve-transaction.ts'
import { listInterestLines } from './list-interest-lines.ts'
import { previewInterest } from './preview-interest.ts'
import { listInterestRuns, listInterestTypes } from './queries.ts'
import { runInterest } from './run-interest.ts'
import { postWaitingInterest } from './post-interest.ts'

registerWaiting('interest', postWaitingInterest)

export const interestRoutes = [
  bind(contract.listInterestTypes, listInterestTypes),
  bind(contract.previewInterest, previewInterest),
  bind(contract.runInterest, runInterest),
  bind(contract.listInterestRuns, listInterestRuns),
  bind(contract.listInterestLines, listInterestLines),
]
