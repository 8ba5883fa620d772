import type { Replied } from '#core/contract/endpoint.ts'
import { auditExportMax } from '#features/access/audit-trail/contract.ts'
import { recordAudit } from '#features/platform-admin/audit-trail/server/record-audit.ts'
import * as contract from '#features/platform-admin/overview/contract.ts'
import { platformAction } from '#platform/action.ts'
import type { TableColumn } from '#platform/files/table-columns.ts'
import { writeCsv } from '#platform/files/table-csv.ts'
import { listAuditEvents } from './reads.ts'

type AuditEvent = Replied<typeof contract.listAuditEvents>

const columns: readonly TableColumn<AuditEvent>[] = [
  { header: 'At (UTC)', kind: 'text', value: (event) => event.at.toISOString() },
  { header: 'Who', kind: 'text', value: (event) => event.actorName },
  { header: 'What', kind: 'text', value: (event) => event.action },
  { header: 'Cooperative', kind: 'text', value: (event) => event.cooperativeName },
  { header: 'Before', kind: 'text', value: (event) => factsText(event.before) },
  { header: 'After', kind: 'text', value: (event) => factsText(event.after) },
  { header: 'Reason', kind: 'text', value: (event) => event.reason },
  { header: 'From', kind: 'text', value: (event) => event.address },
]

/** The lines that the filters leave, as a file for a spreadsheet; that it was taken is a line itself. */
export const exportAuditEvents = platformAction(contract.exportAuditEvents, async (ask, filters) => {
  const { tx, actor, today, context } = ask
  const { rows } = await listAuditEvents(ask, { ...filters, page: 1, limit: auditExportMax })
  await recordAudit(tx, actor, { action: 'audit.export', after: { lines: rows.length } }, context)
  return {
    fileName: `audit-trail-${today}.csv`,
    mediaType: 'text/csv; charset=utf-8',
    content: await writeCsv(columns, rows),
  }
})

function factsText(facts: AuditEvent['before']): string {
  return Object.entries(facts)
    .map(([name, value]) => `${name}: ${value ?? '-'}`)
    .join('; ')
}
