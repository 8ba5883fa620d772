import { listApprovals as contract } from '#features/access/pending-approvals/contract.ts'
import { bind } from '#platform/http/bind.ts'
import { listApprovals } from './queries.ts'

export const pendingApprovalRoutes = [bind(contract, listApprovals)]
