import * as contract from '#features/governance/audit/contract.ts'
import { bind } from '#platform/http/bind.ts'
import { getAuditPack } from './get-audit-pack.ts'
import { getAuditSample } from './get-audit-sample.ts'

export const auditRoutes = [bind(contract.getAuditPack, getAuditPack), bind(contract.auditSampleReport, getAuditSample)]
