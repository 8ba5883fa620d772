import type { Parsed } from '#contract/endpoint.ts'
import type { askForSupportAccess as contract } from '#features/platform-admin/support-access/contract.ts'
import type { SuperAdminActor, TenantActor } from '#domain/actor.ts'
import type { SupportAccessId } from '#domain/ids.ts'
import { sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/tx.ts'

export async function insertSupportAccess(
  tx: Tx,
  actor: SuperAdminActor,
  id: SupportAccessId,
  { cooperativeId, reason, minutes }: Parsed<typeof contract>,
): Promise<void> {
  await tx.run(sql`
    insert into app.support_access (cooperative_id, access_id, login_id, asked_by_name, reason, minutes)
    values (${cooperativeId}, ${id}, ${actor.loginId}, ${actor.name}, ${reason}, ${minutes})`)
}

/** Until when it is open is counted by the database's own clock, as the sessions are. */
export async function decideSupportAccess(
  tx: Tx,
  actor: TenantActor,
  id: SupportAccessId,
  allowed: boolean,
): Promise<void> {
  await tx.run(sql`
    update app.support_access set allowed = ${allowed}, decided_by = ${actor.loginId}, decided_by_name = ${actor.name}, decided_at = now(),
      expires_at = case when ${allowed} then now() + make_interval(mins => minutes) end
    where access_id = ${id}`)
}

export async function endSupportAccess(tx: Tx, ids: readonly SupportAccessId[], by: string): Promise<void> {
  await tx.run(
    sql`update app.support_access set ended_at = now(), ended_by_name = ${by} where access_id = any(${ids}::uuid[])`,
  )
}
