import type { Parsed, Replied } from '#contract/endpoint.ts'
import { auditExportMax } from '#features/access/audit-trail/contract.ts'
import type { exportAuditEvents as contract, listAuditEvents } from '#features/platform-admin/overview/contract.ts'
import type { SuperAdminActor } from '#domain/actor.ts'
import { dayIn } from '#domain/calendar.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { findAuditEvents } from './queries.ts'
import { recordAudit } from '#features/platform-admin/audit-trail/server/record-audit.ts'
import type { TableColumn } from '#server/files/table-columns.ts'
import { writeCsv } from '#server/files/table-csv.ts'

type AuditEvent = Replied<typeof listAuditEvents>

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
export async function exportAuditEvents(
  tx: Tx,
  actor: SuperAdminActor,
  filters: Parsed<typeof contract>,
  context: Context,
): Promise<{ fileName: string; mediaType: string; content: Buffer }> {
  const events = await findAuditEvents(tx, { ...filters, page: 1, limit: auditExportMax })
  await recordAudit(tx, actor, { action: 'audit.export', after: { lines: events.length } }, context)
  return {
    fileName: `audit-trail-${dayIn(context.now)}.csv`,
    mediaType: 'text/csv; charset=utf-8',
    content: await writeCsv(columns, events),
  }
}

function factsText(facts: AuditEvent['before']): string {
  return Object.entries(facts)
    .map(([name, value]) => `${name}: ${value ?? '-'}`)
    .join('; ')
}
