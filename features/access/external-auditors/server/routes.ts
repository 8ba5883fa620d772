import * as contract from '#features/access/external-auditors/contract.ts'
import { bind, bindShortList } from '#platform/http/bind.ts'
import { endExternalAuditor } from './end-external-auditor.ts'
import { inviteExternalAuditor } from './invite-external-auditor.ts'
import { listExternalAuditors } from './queries.ts'

export const externalAuditorRoutes = [
  bindShortList(contract.listExternalAuditors, listExternalAuditors, ['name', 'number', 'phone', 'email']),
  bind(contract.inviteExternalAuditor, inviteExternalAuditor),
  bind(contract.endExternalAuditor, endExternalAuditor),
]
