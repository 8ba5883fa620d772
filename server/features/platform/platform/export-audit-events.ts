import type { Parsed } from '#contract/endpoint.ts'
import { auditExportMax } from '#contract/access/audit-trail.ts'
import type { exportAuditEvents as contract } from '#contract/platform/platform.ts'
import type { SuperAdminActor } from '#domain/actor.ts'
import { dayIn } from '#domain/calendar.ts'
import { auditCsv } from '#domain/access/platform-audit/audit-csv.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { findAuditEvents } from './queries.ts'
import { recordAudit } from '#server/features/access/platform-audit/record-audit.ts'

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
    content: Buffer.from(auditCsv(events)),
  }
}
