import type * as z from 'zod/mini'
import type { externalAuditor } from '#features/access/external-auditors/contract.ts'
import { auditorNumber, auditStatusOf } from '#features/access/login/rules/external-auditor.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import type { ExternalAuditorId, LoginId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

export type ShownAuditor = z.output<typeof externalAuditor>
type Row = Omit<ShownAuditor, 'number' | 'status'> & { number: number; coopId: string }

async function findAuditors(tx: Tx, where: Statement, now: Date): Promise<ShownAuditor[]> {
  const rows = await tx.many<Row>(sql`
    select x.auditor_id as id, x.name, x.number, c.coop_id, x.phone, x.email, x.ends_on,
      x.invited_by_name as "invitedBy", x.invited_at, x.ended_by_name as "endedBy", x.ended_at
    from app.external_auditor x join app.cooperative c using (cooperative_id) where ${where} order by x.number desc`)
  return rows.map(({ coopId, ...row }) => ({
    ...row,
    number: auditorNumber(coopId, row.number),
    status: auditStatusOf(row, dayIn(now)),
  }))
}

export async function listExternalAuditors(
  tx: Tx,
  _actor: TenantActor,
  _input: object,
  { now }: Pick<Context, 'now'>,
): Promise<ShownAuditor[]> {
  return findAuditors(tx, sql`true`, now)
}

/** Refuses: not_found. */
export async function findExternalAuditor(tx: Tx, id: ExternalAuditorId, now: Date): Promise<ShownAuditor> {
  const [auditor] = await findAuditors(tx, sql`x.auditor_id = ${id}`, now)
  return auditor ?? refuse('not_found')
}

/** The society with the number of its next external auditor, locked until the transaction ends, so that no two get the same. */
export async function lockNextNumber(tx: Tx): Promise<{ coopId: string; society: string; number: number }> {
  const { coopId, society } = await tx.one<{ coopId: string; society: string }>(
    sql`select coop_id, name as society from app.cooperative for no key update`,
  )
  const { number } = await tx.one<{ number: number }>(
    sql`select coalesce(max(number), 0) + 1 as number from app.external_auditor`,
  )
  return { coopId, society, number }
}

/** The login of one whose access no officer has ended; undefined else. */
export async function lockOpenAuditor(tx: Tx, id: ExternalAuditorId): Promise<LoginId | undefined> {
  const found = await tx.maybe<{ loginId: LoginId }>(
    sql`select login_id from app.external_auditor where auditor_id = ${id} and ended_at is null for update`,
  )
  return found?.loginId
}
