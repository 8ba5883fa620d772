import * as contract from '#contract/change-requests.ts'
import { bind } from '#server/http/bind.ts'
import { approveChangeRequest } from './approve-change-request.ts'
import { rejectChangeRequest } from './reject-change-request.ts'

export const changeRequestRoutes = [bind(contract.approveChangeRequest, approveChangeRequest), bind(contract.rejectChangeRequest, rejectChangeRequest)]
