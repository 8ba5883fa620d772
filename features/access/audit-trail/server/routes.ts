import * as contract from '#features/access/audit-trail/contract.ts'
import { bind } from '#platform/http/bind.ts'
import { exportOwnAuditEvents } from './export-own-audit-events.ts'
import { listOwnAuditEvents } from './queries.ts'

export const auditTrailRoutes = [
  bind(contract.listOwnAuditEvents, listOwnAuditEvents),
  bind(contract.exportOwnAuditEvents, exportOwnAuditEvents),
]
