import { getApprovalRules as rulesContract } from '#contract/approval-rules.ts'
import { listApprovals as contract } from '#contract/approvals.ts'
import { bind } from '#server/http/bind.ts'
import { getApprovalRules, listApprovals } from './queries.ts'

export const approvalRoutes = [bind(contract, listApprovals), bind(rulesContract, getApprovalRules)]
