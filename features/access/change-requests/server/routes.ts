import * as contract from '#features/access/change-requests/contract.ts'
import { bind } from '#platform/http/bind.ts'
import { registerApprovals } from '#features/access/approvals/server/queries.ts'
import { approveChangeRequest } from './approve-change-request.ts'
import { rejectChangeRequest } from './reject-change-request.ts'
import { changeApprovals, listOwnChangeRequests } from './queries.ts'

registerApprovals(changeApprovals)

export const changeRequestRoutes = [
  bind(contract.listOwnChangeRequests, listOwnChangeRequests),
  bind(contract.approveChangeRequest, approveChangeRequest),
  bind(contract.rejectChangeRequest, rejectChangeRequest),
]
