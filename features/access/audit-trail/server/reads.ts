import { addDays } from '#core/calendar.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import * as contract from '#features/access/audit-trail/contract.ts'
import type { EventWords } from '#features/access/audit-trail/rules/event-words.ts'
import { action } from '#platform/action.ts'
import { mentions } from '#platform/db/mentions.ts'
import { allOf, sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { TableColumn } from '#platform/files/table-columns.ts'
import { draftTable } from '#platform/files/table-draft.ts'

type OwnAuditEvent = Replied<typeof contract.listOwnAuditEvents>
type Filters = Parsed<typeof contract.exportOwnAuditEvents> & { page: number; limit: number }
type Row = Omit<OwnAuditEvent, 'says' | 'parameters'> & { parameters: Record<string, string> | null }

export const listOwnAuditEvents = action(
  contract.listOwnAuditEvents,
  async ({ tx, context: { eventWords } }, filters) => {
    const [rows, { total }] = await Promise.all([
      findOwnAuditEvents(tx, filters, eventWords),
      tx.one<{ total: number }>(
        sql`select count(*)::int as total from audit.event e where ${where(filters, eventWords)}`,
      ),
    ])
    return { rows, total }
  },
)

/** A page of the cooperative's audit trail, newest first unless it is sorted by `at`. */
async function findOwnAuditEvents(tx: Tx, filters: Filters, words: EventWords): Promise<OwnAuditEvent[]> {
  const { sort, page, limit } = filters
  const order = sort === 'at' ? sql`e.at, e.event_id` : sql`e.at desc, e.event_id desc`
  const rows = await tx.many<Row>(sql`
    select e.event_id as id, e.at, e.login_id as person, e.actor_name as by, e.role, e.action, coalesce(e.detail ? 'refused', false) as refused, e.detail -> 'parameters' as parameters,
      (select m.first_name || ' ' || m.last_name from app.member m where m.member_id = case when e.subject_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then e.subject_id::uuid end) as member_name
    from (select * from audit.event e where ${where(filters, words)} order by ${order} limit ${limit} offset ${(page - 1) * limit}) e order by ${order}`)
  return rows.map(({ parameters, ...row }) => ({
    ...row,
    says: words.said(row.action, row.refused),
    parameters:
      parameters &&
      Object.entries(parameters)
        .map(([name, value]) => `${name}: ${value}`)
        .join(', '),
  }))
}

/** The days are Lagos days, both included. */
function where({ q, person, group, from, to }: Filters, words: EventWords): Statement {
  return allOf([
    ...(person ? [sql`e.login_id = ${person}`] : []),
    ...(group === 'refused'
      ? [sql`e.detail ? 'refused'`]
      : group
        ? [sql`e.action = any(${words.ofGroup(group)}::text[])`]
        : []),
    ...(from ? [sql`e.at >= (${from}::date::timestamp at time zone 'Africa/Lagos')`] : []),
    ...(to ? [sql`e.at < (${addDays(to, 1)}::date::timestamp at time zone 'Africa/Lagos')`] : []),
    ...(q ? [sql`(${mentions(sql`e.actor_name`, q)} or e.action = any(${words.thatSay(q)}::text[]))`] : []),
  ])
}

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
export const exportOwnAuditEvents = action(
  contract.exportOwnAuditEvents,
  async ({ tx, context: { eventWords }, today }, filters) => {
    const rows = await findOwnAuditEvents(tx, { ...filters, page: 1, limit: contract.auditExportMax }, eventWords)
    return draftTable({
      format: 'csv',
      fileName: `audit-trail-${today}`,
      sheet: 'Audit trail',
      head: { society: '', title: 'Audit trail', lines: [] },
      columns,
      rows,
    })
  },
)
