import * as rules from '#contract/approval-rules.ts'
import * as contract from '#contract/approvals.ts'
import { bind } from '#server/http/bind.ts'
import { approveReversal } from './approve-reversal.ts'
import { getApprovalRules, listApprovals } from './queries.ts'
import { rejectReversal } from './reject-reversal.ts'

export const approvalRoutes = [
  bind(contract.listApprovals, listApprovals),
  bind(rules.getApprovalRules, getApprovalRules),
  bind(contract.approveReversal, approveReversal),
  bind(contract.rejectReversal, rejectReversal),
]
