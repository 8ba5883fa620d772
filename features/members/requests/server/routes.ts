import * as contract from '#features/members/requests/contract.ts'
import { bind, bindPrepared } from '#platform/http/bind.ts'
import { countMessage } from '#platform/limits/count-message.ts'
import { approveMemberRequest } from './approve-member-request.ts'
import { askForChange } from './ask-for-change.ts'
import { declineMemberRequest } from './decline-member-request.ts'
import { listMemberRequests, listOwnRequests } from './queries.ts'
import { withdrawRequest } from './withdraw-request.ts'

export const memberRequestRoutes = [
  bindPrepared(contract.askForChange, countMessage, askForChange),
  bind(contract.listOwnRequests, listOwnRequests),
  bind(contract.withdrawRequest, withdrawRequest),
  bind(contract.listMemberRequests, listMemberRequests),
  bind(contract.approveMemberRequest, approveMemberRequest),
  bind(contract.declineMemberRequest, declineMemberRequest),
]
