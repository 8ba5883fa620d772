import type { TenantActor } from '#core/actor.ts'
import type { SupportAccessId } from '#core/ids.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { update } from '#platform/db/write.ts'

/** Until when it is open is counted by the database's own clock, as the sessions are. */
export async function decideSupportAccess(
  tx: Tx,
  { loginId, name }: TenantActor,
  accessId: SupportAccessId,
  allowed: boolean,
): Promise<void> {
  const decided = { allowed, decidedBy: loginId, decidedByName: name, decidedAt: sql`now()` }
  const expiresAt = allowed ? sql`now() + make_interval(mins => minutes)` : null
  await update(tx, 'app.support_access', { accessId }, { ...decided, expiresAt })
}

export async function endAccesses(tx: Tx, ids: readonly SupportAccessId[], by: string): Promise<void> {
  await tx.run(
    sql`update app.support_access set ended_at = now(), ended_by_name = ${by} where access_id = any(${ids}::uuid[])`,
  )
}
