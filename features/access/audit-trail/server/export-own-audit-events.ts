import { auditExportMax, type exportOwnAuditEvents as contract } from '#features/access/audit-trail/contract.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { FileDraft } from '#platform/files/file-draft.ts'
import type { TableColumn } from '#platform/files/table-columns.ts'
import { draftTable } from '#platform/files/table-draft.ts'
import { findOwnAuditEvents, type OwnAuditEvent } from './queries.ts'

const columns: readonly TableColumn<OwnAuditEvent>[] = [
  { header: 'At (UTC)', kind: 'text', value: (event) => event.at.toISOString() },
  { header: 'Who', kind: 'text', value: (event) => event.by },
  { header: 'Role', kind: 'text', value: (event) => event.role },
  { header: 'What', kind: 'text', value: (event) => event.says },
  { header: 'Outcome', kind: 'text', value: (event) => (event.refused ? 'Not permitted' : 'Done') },
  { header: 'Member', kind: 'text', value: (event) => event.memberName },
  { header: 'Parameters', kind: 'text', value: (event) => event.parameters },
  { header: 'Call', kind: 'text', value: (event) => event.action },
]

/** The events that the filters leave, as a file for a spreadsheet; that it was taken is an event itself, as of every file. */
export async function exportOwnAuditEvents(
  tx: Tx,
  _actor: TenantActor,
  filters: Parsed<typeof contract>,
  { now, eventWords }: Context,
): Promise<FileDraft> {
  const rows = await findOwnAuditEvents(tx, { ...filters, page: 1, limit: auditExportMax }, eventWords)
  return draftTable({
    format: 'csv',
    fileName: `audit-trail-${dayIn(now)}`,
    sheet: 'Audit trail',
    head: { society: '', title: 'Audit trail', lines: [] },
    columns,
    rows,
  })
}
