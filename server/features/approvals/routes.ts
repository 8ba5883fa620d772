import * as contract from '#contract/approvals.ts'
import { bind } from '#server/http/bind.ts'
import { approveReversal } from './approve-reversal.ts'
import { listApprovals } from './queries.ts'
import { rejectReversal } from './reject-reversal.ts'

export const approvalRoutes = [
  bind(contract.listApprovals, listApprovals),
  bind(contract.approveReversal, approveReversal),
  bind(contract.rejectReversal, rejectReversal),
]
