import { dayIn } from '#core/calendar.ts'
import type { ExternalAuditorId } from '#core/ids.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import { refuse } from '#core/refusal.ts'
import * as contract from '#features/access/external-auditors/contract.ts'
import { auditorNumber, auditStatusOf } from '#features/access/login/rules/external-auditor.ts'
import { shortListOf } from '#platform/db/page-of.ts'
import { sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

type ShownAuditor = Replied<typeof contract.listExternalAuditors>
type Row = Omit<ShownAuditor, 'number' | 'status'> & { number: number; coopId: string }

async function findAuditors(tx: Tx, where: Statement, now: Date): Promise<ShownAuditor[]> {
  const rows = await tx.many<Row>(sql`
    select x.auditor_id as id, x.name, x.number, c.coop_id, x.phone, x.email, x.ends_on,
      x.invited_by_name as invited_by, x.invited_at, x.ended_by_name as ended_by, x.ended_at
    from app.external_auditor x join app.cooperative c using (cooperative_id) where ${where} order by x.number desc`)
  return rows.map(({ coopId, ...row }) => ({
    ...row,
    number: auditorNumber(coopId, row.number),
    status: auditStatusOf(row, dayIn(now)),
  }))
}

export const listExternalAuditors = shortListOf(
  contract.listExternalAuditors,
  ['name', 'number', 'phone', 'email'],
  ({ tx, now }) => findAuditors(tx, sql`true`, now),
)

/** Refuses: not_found. */
export async function findExternalAuditor(tx: Tx, id: ExternalAuditorId, now: Date): Promise<ShownAuditor> {
  const [auditor] = await findAuditors(tx, sql`x.auditor_id = ${id}`, now)
  return auditor ?? refuse('not_found')
}
