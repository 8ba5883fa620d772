import { listApprovals as contract } from '#contract/society/pending-approvals.ts'
import { bind } from '#server/http/bind.ts'
import { listApprovals } from './queries.ts'

export const pendingApprovalRoutes = [bind(contract, listApprovals)]
