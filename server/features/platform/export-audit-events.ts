import type { Parsed } from '#contract/endpoint.ts'
import { auditExportMax, type exportAuditEvents as contract } from '#contract/platform.ts'
import type { SuperAdminActor } from '#domain/actor.ts'
import { dayIn } from '#domain/calendar.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { findAuditEvents } from './queries.ts'
import { type AuditFacts, recordAudit } from './record-audit.ts'

/** The lines that the filters leave, as a file for a spreadsheet; that it was taken is a line itself. */
export async function exportAuditEvents(
  tx: Tx,
  actor: SuperAdminActor,
  filters: Parsed<typeof contract>,
  context: Context,
): Promise<{ fileName: string; mediaType: string; content: Buffer }> {
  const events = await findAuditEvents(tx, { ...filters, page: 1, limit: auditExportMax })
  await recordAudit(tx, actor, { action: 'audit.export', after: { lines: events.length } }, context)
  const heading = ['At (UTC)', 'Who', 'What', 'Cooperative', 'Before', 'After', 'Reason', 'From']
  const rows = events.map((event) => [event.at.toISOString(), event.actorName, event.action, event.cooperativeName, factsText(event.before), factsText(event.after), event.reason, event.address])
  const text = [heading, ...rows].map((cells) => cells.map(cellText).join(',')).join('\r\n')
  // Excel takes a file for UTF-8 only by this mark.
  return { fileName: `audit-trail-${dayIn(context.now)}.csv`, mediaType: 'text/csv; charset=utf-8', content: Buffer.from(`\uFEFF${text}\r\n`) }
}

function factsText(facts: AuditFacts): string {
  return Object.entries(facts).map(([name, value]) => `${name}: ${value ?? '-'}`).join('; ')
}

/** Quoted, and with a mark before what a spreadsheet would run as a formula. */
function cellText(value: string | null): string {
  const text = /^[=+\-@\t\r]/.test(value ?? '') ? `'${value}` : (value ?? '')
  return `"${text.replaceAll('"', '""')}"`
}
