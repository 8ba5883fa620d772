import type * as z from 'zod/mini'
import type { CooperativeStatus } from '#core/actor.ts'
import type { CooperativeId, LoginId, SupportAccessId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import * as contract from '#features/platform-admin/support-access/contract.ts'
import { type SupportAccess, supportStatusOf } from '#features/platform-admin/support-access/rules/support-access.ts'
import type { Ask } from '#platform/action.ts'
import { pageOf, platformPageOf } from '#platform/db/page-of.ts'
import { sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

type ShownAccess = z.output<typeof contract.supportAccess>
type Row = Omit<ShownAccess, 'status'> & { allowed: boolean | null; cooperativeId: CooperativeId }

const columns = sql`access_id as id, cooperative_id, asked_by_name as "askedBy", asked_at, reason, minutes, allowed,
  decided_by_name as "decidedBy", decided_at, expires_at, ended_by_name as "endedBy", ended_at`

function shown({ allowed, cooperativeId: _, ...row }: Row, now: Date): ShownAccess {
  return { ...row, status: supportStatusOf({ ...row, allowed }, now) }
}

const list = {
  select: columns,
  from: sql`app.support_access`,
  search: { text: sql`reason || ' ' || asked_by_name` },
  sorts: { askedAt: [sql`asked_at`, sql`access_id`] },
  order: '-askedAt',
  last: sql`access_id`,
  row: (row: Row, _: unknown, { now }: Pick<Ask, 'now'>) => shown(row, now),
} as const

export const listSupportAccess = pageOf(contract.listSupportAccess, { ...list, where: {} })

export const listAskedSupportAccess = platformPageOf(contract.listAskedSupportAccess, {
  ...list,
  where: { cooperativeId: (id) => sql`cooperative_id = ${id}` },
})

async function findRow(tx: Tx, accessId: SupportAccessId, locked: Statement): Promise<Row> {
  const row = await tx.maybe<Row>(
    sql`select ${columns} from app.support_access where access_id = ${accessId} ${locked}`,
  )
  return row ?? refuse('not_found')
}

/** Locked, so that a decision and an end take turns. Refuses: not_found. */
export function lockSupportAccess(
  tx: Tx,
  accessId: SupportAccessId,
): Promise<SupportAccess & { cooperativeId: CooperativeId; minutes: number }> {
  return findRow(tx, accessId, sql`for update`)
}

export async function findSupportAccess(tx: Tx, accessId: SupportAccessId, now: Date): Promise<ShownAccess> {
  return shown(await findRow(tx, accessId, sql``), now)
}

/** Those of a cooperative that were neither declined nor ended. */
export async function findStandingAccess(
  tx: Tx,
  cooperativeId: CooperativeId,
): Promise<(SupportAccess & { id: SupportAccessId })[]> {
  return tx.many<Row>(
    sql`select ${columns} from app.support_access where cooperative_id = ${cooperativeId} and allowed is distinct from false and ended_at is null`,
  )
}

type OpenedRow = {
  allowed: boolean | null
  expiresAt: Date | null
  endedAt: Date | null
  id: CooperativeId
  coopId: string
  name: string
  phone: string
  email: string | null
  status: CooperativeStatus
}

/** What a super administrator asked for, with the cooperative that it opens; another's is as missing as none. Refuses: not_found. */
export async function findOwnAccess(tx: Tx, accessId: SupportAccessId, loginId: LoginId): Promise<OpenedRow> {
  const row = await tx.maybe<OpenedRow>(sql`
    select g.allowed, g.expires_at, g.ended_at, c.cooperative_id as id, c.coop_id, c.name, c.phone, c.email, c.status
    from app.support_access g join app.cooperative c using (cooperative_id)
    where g.access_id = ${accessId} and g.login_id = ${loginId} and c.deleted_at is null`)
  return row ?? refuse('not_found')
}
