import * as contract from '#contract/access/change-requests.ts'
import { bind } from '#server/http/bind.ts'
import { registerApprovals } from '#server/features/access/approvals/queries.ts'
import { approveChangeRequest } from './approve-change-request.ts'
import { rejectChangeRequest } from './reject-change-request.ts'
import { changeApprovals, listOwnChangeRequests } from './queries.ts'

registerApprovals(changeApprovals)

export const changeRequestRoutes = [
  bind(contract.listOwnChangeRequests, listOwnChangeRequests),
  bind(contract.approveChangeRequest, approveChangeRequest),
  bind(contract.rejectChangeRequest, rejectChangeRequest),
]
