import * as health from '#features/platform-admin/overview/health.ts'
import * as contract from '#features/platform-admin/overview/contract.ts'
import { bindOpen, bindPlatform } from '#server/http/bind.ts'
import { exportAuditEvents } from './export-audit-events.ts'
import { getCooperative, getHealth, getPlatformHealth, getReadiness, listAuditEvents } from './queries.ts'
import { requestDocuments } from './request-documents.ts'
import { updatePlan } from './update-plan.ts'

export const platformRoutes = [
  bindPlatform(contract.getCooperative, getCooperative),
  bindPlatform(contract.updatePlan, updatePlan),
  bindPlatform(contract.requestDocuments, requestDocuments),
  bindPlatform(contract.listAuditEvents, listAuditEvents),
  bindPlatform(contract.exportAuditEvents, exportAuditEvents),
  bindPlatform(health.getPlatformHealth, getPlatformHealth),
  bindOpen(health.getHealth, getHealth),
  bindOpen(health.getReadiness, getReadiness),
]
